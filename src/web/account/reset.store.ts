import { atom } from 'nanostores';
import { CallError, call } from '../http.ts';
import type { Problem } from '../ui/form.ts';
import { toProblem } from './problem.ts';

/** Where a password reset stands (SPEC.md 4). */
export interface Reset {
  step: 1 | 2 | 3 | 'done';
  email: string;
  /** Seconds the code is still good for, in step 2. */
  left: number;
  /** What just worked, or why the flow is back at its start. */
  notice?: { tone: 'ok' | 'err'; text: string };
}

/** SPEC.md 9: the code's countdown. */
const codeSeconds = 180;

export const $reset = atom<Reset>({ step: 1, email: '', left: codeSeconds });

let code = '';
let ticking: ReturnType<typeof setInterval> | undefined;

/** A new step; the countdown belongs to the second one alone. */
function goToStep(change: Partial<Reset> & Pick<Reset, 'step'>): void {
  clearInterval(ticking);
  $reset.set({ ...$reset.get(), notice: undefined, ...change });
  if (change.step === 2) countDown(Date.now() + codeSeconds * 1000);
}

/** What was said about the last try is over once the next one starts. */
const clearNotice = () => $reset.set({ ...$reset.get(), notice: undefined });

/** By the clock, not by counted ticks: a sleeping tab's timers stand still, the code's life does not. */
function countDown(end: number): void {
  ticking = setInterval(() => {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
    if (left === 0) startOver('Kodun süresi doldu. Lütfen tekrar kod alın.');
    else if (left !== $reset.get().left) $reset.set({ ...$reset.get(), left });
  }, 250);
}

/** Back to the first step; the address stays, the code goes. */
export function startOver(reason?: string): void {
  code = '';
  goToStep({ step: 1, notice: reason ? { tone: 'err', text: reason } : undefined });
}

/** Step 1: asks for a code. */
export async function requestCode(email: string): Promise<Problem | undefined> {
  clearNotice();
  try {
    await call('POST /api/forgot-password/request', { body: { email } }, { token: null });
  } catch (error) {
    return toProblem(error, 'Hata oluştu.');
  }
  const notice = { tone: 'ok' as const, text: 'Kod e-posta adresinize gönderildi.' };
  goToStep({ step: 2, email: email.trim(), left: codeSeconds, notice });
}

/** Step 2: has the code checked; a wrong one belongs to its field. */
export async function verifyCode(otp: string): Promise<Problem | undefined> {
  const { email } = $reset.get();
  clearNotice();
  try {
    const { message } = await call('POST /api/forgot-password/verify', { body: { email, otp } }, { token: null });
    code = otp;
    goToStep({ step: 3, notice: { tone: 'ok', text: message || 'Kod doğrulandı.' } });
  } catch (error) {
    const { fields, message } = toProblem(error, 'Kod doğrulanamadı.');
    const wrong = error instanceof CallError && error.code === 'otp_invalid';
    return wrong && message ? { fields: { otp: message } } : { fields, message };
  }
}

/** Step 3: sets the new password. A code that died meanwhile leads back to the start. */
export async function resetPassword(newPassword: string): Promise<Problem | undefined> {
  const { email } = $reset.get();
  clearNotice();
  try {
    const body = { email, otp: code, newPassword };
    const { message } = await call('POST /api/forgot-password/reset', { body }, { token: null });
    code = '';
    goToStep({ step: 'done', email: '', notice: { tone: 'ok', text: message || 'Şifre başarıyla sıfırlandı.' } });
  } catch (error) {
    const problem = toProblem(error, 'Şifre güncellenemedi.');
    if (!(error instanceof CallError && error.code === 'otp_invalid')) return problem;
    startOver(problem.message);
  }
}
