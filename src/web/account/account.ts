import { accountTexts } from '../../contract/account.texts.ts';
import type { User } from '../../contract/account.ts';
import { toE164 } from '../../shared/phone.ts';
import { emailTexts, personTexts, phoneTexts } from '../../shared/texts.ts';
import { paths } from '../paths.ts';
import type { FieldErrors, Values } from '../ui/form.ts';

const passwordsDiffer = 'Şifreler eşleşmiyor.';

/** What is wrong with an e-mail address, roughly; the server has the exact rule. */
export function emailError(value = ''): string | undefined {
  if (!value.trim()) return emailTexts.missing;
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()) ? undefined : emailTexts.wrong;
}

const definedErrors = (errors: Record<string, string | undefined>): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter((entry): entry is [string, string] => Boolean(entry[1])));

const blank = (value: string | undefined) => !value?.trim();

export const checkSignIn = ({ email, password }: Values) =>
  definedErrors({ email: emailError(email), password: password ? undefined : accountTexts.passwordMissing });

export const checkActivation = ({ password }: Values) =>
  definedErrors({ password: password ? undefined : accountTexts.passwordMissing });

/** Checks the length only. The server also refuses common passwords. */
function newPasswordError(value = ''): string | undefined {
  if (!value) return 'Lütfen bir şifre girin.';
  const { length } = [...value];
  return length < 8 || length > 128 ? accountTexts.passwordLength : undefined;
}

const phoneError = (value = '') => (toE164(value) ? undefined : phoneTexts.wrong);

export const checkPhone = ({ phone_number = '' }: Values) =>
  definedErrors({ phone_number: blank(phone_number) ? phoneTexts.missing : phoneError(phone_number) });

/** The phone is optional. */
export const checkRegistration = ({ name, surname, email, password, confirm, phone_number }: Values) =>
  definedErrors({
    name: blank(name) ? personTexts.name : undefined,
    surname: blank(surname) ? personTexts.surname : undefined,
    email: emailError(email),
    password: newPasswordError(password),
    confirm: confirm ? (confirm === password ? undefined : passwordsDiffer) : 'Lütfen şifrenizi tekrar girin.',
    phone_number: blank(phone_number) ? undefined : phoneError(phone_number),
  });

export const checkEmail = ({ email }: Values) => definedErrors({ email: emailError(email) });

export const checkCode = ({ otp = '' }: Values) =>
  definedErrors({ otp: otp ? (/^\d{6}$/.test(otp) ? undefined : accountTexts.codeWrong) : accountTexts.codeMissing });

/** Step 3 of a password reset. */
export function checkNewPassword({ newPassword = '', confirm = '' }: Values) {
  const missing = 'Lütfen tüm alanları doldurun.';
  if (!newPassword || !confirm) return { [newPassword ? 'confirm' : 'newPassword']: missing };
  return definedErrors({
    newPassword: newPasswordError(newPassword),
    confirm: confirm === newPassword ? undefined : passwordsDiffer,
  });
}

/** The password section of the profile. Its sentence for different passwords ends with `!`. */
export const checkPasswordChange = ({ password, repeat }: Values) =>
  definedErrors({
    password: newPasswordError(password),
    repeat: repeat === password ? undefined : 'Şifreler eşleşmiyor!',
  });

export const checkCurrentPassword = ({ current_password }: Values) =>
  definedErrors({ current_password: current_password ? undefined : 'Lütfen mevcut şifrenizi girin.' });

/** How much time is left, for screen readers; changes four times only, so that they do not read every second. */
export function countdownAnnouncement(seconds: number): string {
  const mark = [10, 30, 60, 120].find((moment) => seconds <= moment);
  return mark ? `Kodun süresinin dolmasına ${mark} saniye kaldı.` : '';
}

/** The first six digits of what was typed or pasted. */
export const toDigits = (value: string): string => value.replace(/\D/g, '').slice(0, 6);

const signInPaths = [
  paths.login,
  paths.register,
  paths.forgotPassword,
  paths.activate,
  paths.authCallback,
  paths.logout,
];

/** `value` if it is a path of this site to which a sign-in may lead; undefined for others and for sign-in screens. */
export function safeLocalPath(value: string | null | undefined, origin: string): string | undefined {
  if (!value?.startsWith('/') || !URL.canParse(value, origin)) return undefined;
  const url = new URL(value, origin);
  if (url.origin !== origin || signInPaths.some((path) => url.pathname === path)) return undefined;
  const path = url.pathname + url.search + url.hash;
  // `//host` would be read as another site by the next parser.
  return path.startsWith('//') ? undefined : path;
}

/** Whether a guard sends guests from this path to the sign-in screen. */
const isGuarded = (path: string): boolean =>
  path === paths.orders || path === paths.admin || path.startsWith(`${paths.admin}/`);

/** Where to go after signing in: `?next=` of the address, else the guarded page that led here. */
export function readReturnTo({ search, origin }: Location, referrer: string): string | undefined {
  const next = safeLocalPath(new URLSearchParams(search).get('next'), origin);
  if (next || !URL.canParse(referrer)) return next;
  const from = new URL(referrer);
  return from.origin === origin && isGuarded(from.pathname) ? from.pathname + from.search : undefined;
}

/** Where a sign-in leads: to `returnTo` if the user may go there, else to /admin for admins and to / for others. */
export function pathAfterSignIn({ role }: Pick<User, 'role'>, returnTo: string | undefined): string {
  const isAllowed = returnTo && (role === 'admin' || !returnTo.startsWith(paths.admin));
  return isAllowed ? returnTo : role === 'admin' ? paths.admin : paths.home;
}
