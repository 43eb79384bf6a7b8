import { accountTexts } from '../../contract/account.texts.ts';
import { toE164 } from '../../shared/phone.ts';
import { emailTexts, personTexts, phoneTexts } from '../../shared/texts.ts';
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

/** What is wrong with the fields; `otp` is undefined while its field is not shown. */
export const checkSignIn = ({ email, password, otp }: Values) =>
  definedErrors({
    email: emailError(email),
    password: password ? undefined : accountTexts.passwordMissing,
    otp: otp === undefined ? undefined : secondFactorCodeError(otp),
  });

const secondFactorCodeError = (code = '') => (blank(code) ? accountTexts.secondFactorCodeMissing : undefined);

/** The set-up: a code of the new app, and of the old one where its field is shown. */
export const checkSetupCode = ({ code = '', otp }: Values) =>
  definedErrors({
    code: /^\d{6}$/.test(code.replace(/\s/g, '')) ? undefined : accountTexts.codeWrong,
    otp: otp === undefined ? undefined : secondFactorCodeError(otp),
  });

/** A secret in groups of four, as it is typed by hand. */
export const groupSecret = (secret: string): string => secret.replace(/.{4}(?=.)/g, '$& ');

export const checkSecondFactorCode = ({ otp }: Values) => definedErrors({ otp: secondFactorCodeError(otp) });

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
