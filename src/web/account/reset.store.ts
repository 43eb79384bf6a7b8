import { atom } from 'nanostores';
import { call } from '../http.ts';
import { isUnanswered } from '../sendOnce.ts';
import type { Problem } from '../ui/form.ts';
import { safeSessionStorage } from '../ui/storage.ts';
import { deviceHeader } from './device.ts';
import { errorCode, toProblem } from './problem.ts';
import { resetKey } from './typedEmail.ts';

/** A password reset in its three steps. */
interface Reset {
  step: 1 | 2 | 3 | 'done';
  email: string;
  /** Seconds until the code expires, in step 2. */
  left: number;
  /** The result of the last step, or why the flow is back at the first one. */
  notice?: { tone: 'ok' | 'err'; text: string };
}

const codeLifetimeSeconds = 180;
const verifiedCodeLifetimeSeconds = 600;

/** What a reload needs to go on with step 2. Code and password are never stored: the code is typed again. */
interface SentCode {
  email: string;
  /** Names the request that mailed the code: tries with it count apart from strangers'. */
  handle: string;
  /** When the code expires, in milliseconds since 1970. */
  end: number;
}

export const $reset = atom<Reset>({ step: 1, email: '', left: codeLifetimeSeconds });

let code = '';
let handle = '';
/** What was mailed last, while the server may still take it. */
let lastSent: SentCode | undefined;
/** Whether a new password was sent with the code and no answer came. */
let unanswered = false;
let countdown: ReturnType<typeof setInterval> | undefined;

/** Shows a step. The countdown runs in the second one only. */
function goToStep(change: Partial<Reset> & Pick<Reset, 'step'>): void {
  clearInterval(countdown);
  $reset.set({ ...$reset.get(), notice: undefined, ...change });
}

const storeSentCode = (sent: SentCode | undefined) => safeSessionStorage.writeJson(resetKey, sent);

/** Shows step 2 with the countdown. */
function awaitCode(sent: SentCode, notice?: Reset['notice']): void {
  handle = sent.handle;
  lastSent = sent;
  storeSentCode(sent);
  goToStep({ step: 2, email: sent.email, left: codeLifetimeSeconds, notice });
  startCountdown(sent.end);
}

const clearNotice = () => $reset.set({ ...$reset.get(), notice: undefined });

/** Counts by the clock, because the timers of a sleeping tab stand still. */
function startCountdown(end: number): void {
  const tick = () => {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
    if (left === 0) startOver('Kodun süresi doldu. Lütfen tekrar kod alın.');
    else if (left !== $reset.get().left) $reset.set({ ...$reset.get(), left });
  };
  countdown = setInterval(tick, 250);
  tick();
}

/** Returns to the first step. The address stays, the code is cleared. `reason`: why the code is no longer valid. */
export function startOver(reason?: string): void {
  code = '';
  if (reason) lastSent = undefined;
  unanswered = false;
  storeSentCode(undefined);
  goToStep({ step: 1, notice: reason ? { tone: 'err', text: reason } : undefined });
}

const stillGoodText = 'Az önce gönderdiğimiz kod hâlâ geçerli. Gelmediyse biraz bekleyip yeni bir kod isteyin.';

/** Step 1: requests a code. Where it is too early for one, the code before can be typed: a slow mail may bring it. */
export async function requestCode(email: string): Promise<Problem | undefined> {
  clearNotice();
  try {
    const answer = await call('POST /api/forgot-password/request', { body: { email } }, { token: null });
    const sent = { email: email.trim(), handle: answer.handle, end: Date.now() + codeLifetimeSeconds * 1000 };
    awaitCode(sent, { tone: 'ok', text: answer.message });
  } catch (error) {
    const isTooEarly = errorCode(error) === 'too_many_requests' && lastSent?.email === email.trim();
    if (!isTooEarly || !lastSent || lastSent.end < Date.now()) return toProblem(error, 'Hata oluştu.');
    awaitCode(lastSent, { tone: 'err', text: stillGoodText });
  }
}

/** Step 2: checks the code. */
export async function verifyCode(otp: string): Promise<Problem | undefined> {
  const { email } = $reset.get();
  clearNotice();
  try {
    const { message } = await call(
      'POST /api/forgot-password/verify',
      { body: { email, otp, handle } },
      { token: null, headers: deviceHeader() },
    );
    code = otp;
    storeSentCode({ email, handle, end: Date.now() + verifiedCodeLifetimeSeconds * 1000 });
    goToStep({ step: 3, notice: { tone: 'ok', text: message } });
  } catch (error) {
    // The fifth wrong try ends a code.
    if (errorCode(error) === 'otp_invalid') lastSent = undefined;
    return toProblem(error, 'Kod doğrulanamadı.', { otp_invalid: 'otp' });
  }
}

const mayBeChangedText = 'Şifreniz değişmiş olabilir; yeni şifrenizle giriş yapmayı deneyin.';

/** Step 3: sets the new password. If the code has expired, or a try without an answer used it, the flow starts over. */
export async function resetPassword(newPassword: string): Promise<Problem | undefined> {
  const { email } = $reset.get();
  clearNotice();
  try {
    const body = { email, otp: code, handle, newPassword };
    const { message } = await call(
      'POST /api/forgot-password/reset',
      { body },
      { token: null, headers: deviceHeader() },
    );
    code = '';
    lastSent = undefined;
    storeSentCode(undefined);
    goToStep({ step: 'done', email: '', notice: { tone: 'ok', text: message } });
  } catch (error) {
    const problem = toProblem(error, 'Şifre güncellenemedi.');
    unanswered ||= isUnanswered(error);
    if (errorCode(error) !== 'otp_invalid') return problem;
    startOver(unanswered ? mayBeChangedText : problem.message);
  }
}

const kept = safeSessionStorage.readJson<SentCode | { email: string; end?: undefined }>(resetKey);
if (kept?.end) awaitCode(kept);
else if (kept) {
  // The address typed to sign in is taken once.
  storeSentCode(undefined);
  goToStep({ step: 1, email: kept.email });
}
