import type { User } from '../../contract/account.ts';
import { phoneTexts, toE164 } from '../../shared/phone.ts';
import { paths } from '../paths.ts';
import type { FieldErrors, Values } from '../ui/form.ts';

const needsEmail = 'Lütfen e-posta girin.';
const needsRealEmail = 'Lütfen geçerli bir e-posta adresi girin.';
const differ = 'Şifreler eşleşmiyor.';

/** The sentence under an e-mail field, or undefined. The server has the last word on what an address is. */
export function emailError(value = ''): string | undefined {
  if (!value.trim()) return needsEmail;
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()) ? undefined : needsRealEmail;
}

const definedErrors = (errors: Record<string, string | undefined>): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter((entry): entry is [string, string] => Boolean(entry[1])));

const blank = (value: string | undefined) => !value?.trim();

export const checkSignIn = ({ email, password }: Values) =>
  definedErrors({ email: emailError(email), password: password ? undefined : 'Lütfen şifrenizi girin.' });

/** 8 to 128 characters; commonness is the server's to tell. */
function newPasswordError(value = ''): string | undefined {
  if (!value) return 'Lütfen bir şifre girin.';
  const { length } = [...value];
  return length < 8 || length > 128 ? 'Şifre 8 ile 128 karakter arasında olmalıdır.' : undefined;
}

const phoneError = (value = '') => (toE164(value) ? undefined : phoneTexts.wrong);

export const checkPhone = ({ phone_number = '' }: Values) =>
  definedErrors({ phone_number: blank(phone_number) ? phoneTexts.missing : phoneError(phone_number) });

/** A phone may be missing, a wrong one may not. */
export const checkRegistration = ({ name, surname, email, password, confirm, phone_number }: Values) =>
  definedErrors({
    name: blank(name) ? 'Lütfen adınızı girin.' : undefined,
    surname: blank(surname) ? 'Lütfen soyadınızı girin.' : undefined,
    email: emailError(email),
    password: newPasswordError(password),
    confirm: confirm ? (confirm === password ? undefined : differ) : 'Lütfen şifrenizi tekrar girin.',
    phone_number: blank(phone_number) ? undefined : phoneError(phone_number),
  });

export const checkEmail = ({ email }: Values) => definedErrors({ email: emailError(email) });

export const checkCode = ({ otp = '' }: Values) =>
  definedErrors({ otp: otp ? (/^\d{6}$/.test(otp) ? undefined : 'Kod 6 rakamdan oluşur.') : 'Lütfen kodu girin.' });

/** Step 3 of the reset (SPEC.md 5). */
export function checkNewPassword({ newPassword = '', confirm = '' }: Values) {
  const missing = 'Lütfen tüm alanları doldurun.';
  if (!newPassword || !confirm) return { [newPassword ? 'confirm' : 'newPassword']: missing };
  return definedErrors({
    newPassword: newPasswordError(newPassword),
    confirm: confirm === newPassword ? undefined : differ,
  });
}

/** The profile's password section; its sentence ends differently (SPEC.md 5). */
export const checkPasswordChange = ({ password, repeat }: Values) =>
  definedErrors({
    password: newPasswordError(password),
    repeat: repeat === password ? undefined : 'Şifreler eşleşmiyor!',
  });

export const checkCurrentPassword = ({ current_password }: Values) =>
  definedErrors({ current_password: current_password ? undefined : 'Lütfen mevcut şifrenizi girin.' });

/** How much time is left, said at a few moments only: whoever hears the page must not hear every second. */
export function countdownAnnouncement(seconds: number): string {
  const mark = [10, 30, 60, 120].find((moment) => seconds <= moment);
  return mark ? `Kodun süresinin dolmasına ${mark} saniye kaldı.` : '';
}

/** Six digits out of whatever was typed or pasted. */
export const toDigits = (value: string): string => value.replace(/\D/g, '').slice(0, 6);

const away = [paths.login, paths.register, paths.forgotPassword, paths.activate, paths.authCallback, paths.logout];

/** A local path to go on to, or undefined: never another site's, never back to where people sign in. */
export function safeLocalPath(value: string | null | undefined, origin: string): string | undefined {
  if (!value?.startsWith('/') || !URL.canParse(value, origin)) return undefined;
  const url = new URL(value, origin);
  if (url.origin !== origin || away.some((path) => url.pathname === path)) return undefined;
  const path = url.pathname + url.search + url.hash;
  // `/\host` and `/ /host` read as another host by the next parser.
  return path.startsWith('//') ? undefined : path;
}

/** Whether a guard sends guests from this path to the sign-in screen (SPEC.md 2). */
const isGuarded = (path: string): boolean =>
  path === paths.orders || path === paths.admin || path.startsWith(`${paths.admin}/`);

/**
 * Where somebody wants to be after signing in: what the address says, else the guarded page that sent them here.
 */
export function readReturnTo({ search, origin }: Location, referrer: string): string | undefined {
  const asked = safeLocalPath(new URLSearchParams(search).get('next'), origin);
  if (asked || !URL.canParse(referrer)) return asked;
  const from = new URL(referrer);
  return from.origin === origin && isGuarded(from.pathname) ? from.pathname + from.search : undefined;
}

/** Admins go to /admin, others to / (SPEC.md 2), unless they were on their way somewhere they may go. */
export function pathAfterSignIn({ role }: Pick<User, 'role'>, wanted: string | undefined): string {
  const allowed = wanted && (role === 'admin' || !wanted.startsWith(paths.admin));
  return allowed ? wanted : role === 'admin' ? paths.admin : paths.home;
}
