import { z } from 'zod';
import { maxPasswordUnits } from '../shared/limits.ts';
import { email, optionalLine, phone, singleLine } from '../shared/text.ts';
import { personTexts } from '../shared/texts.ts';
import { accountTexts } from './account.texts.ts';
import { cartTexts } from './cart.texts.ts';
import { boundedArray, defineEndpoints, id, idParams, message, timestamp } from './endpoint.ts';
import { currentPassword, optionalCode, proof } from './secondFactor.ts';

const role = z.enum(['admin', 'user']);

/** An account as its owner and admins see it, without anything of the password. */
export const user = z.object({
  id,
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  phone_number: z.string().nullable(),
  role,
  created_at: timestamp,
  deactivated_at: timestamp.nullable(),
});
export type User = z.output<typeof user>;

/** An account in the list of admins. */
const listedUser = user.extend({ second_factor: z.boolean() });
export type ListedUser = z.output<typeof listedUser>;

/** 8 to 128 characters. The server also refuses common passwords. */
export const password = z.string(accountTexts.passwordLength).refine((value) => {
  if (value.length > maxPasswordUnits) return false;
  const length = [...value.normalize('NFC')].length;
  return length >= 8 && length <= 128;
}, accountTexts.passwordLength);

const optionalPhone = z.preprocess((value) => (value === '' || value == null ? null : value), phone.nullable());
const code = z
  .string(accountTexts.codeMissing)
  .trim()
  .min(1, accountTexts.codeMissing)
  .regex(/^\d{6}$/, accountTexts.codeWrong);
const session = z.object({ token: z.string(), user });
const anyPassword = z
  .string(accountTexts.passwordMissing)
  .min(1, accountTexts.passwordMissing)
  .max(maxPasswordUnits, accountTexts.passwordLength);

/** Most bytes of an account call's body, which holds a few short fields. */
const maxBytes = 8192;

const credentials = z.object({ email, password: anyPassword, otp: optionalCode });
export type Credentials = z.output<typeof credentials>;

const registration = z.object({
  name: singleLine(100, personTexts.name),
  surname: singleLine(100, personTexts.surname),
  email,
  password,
  phone_number: optionalPhone,
  /** The guest's cart; lines with a quantity that is not a positive whole number are passed over. */
  cart: boundedArray(z.looseObject({}), 50, cartTexts.list, 'Sepette en fazla 50 satır olabilir.').nullish(),
});
export type Registration = z.output<typeof registration>;

const activation = z.object({
  token: z.string('Bağlantı eksik.'),
  /** The password chosen at registration; an empty one counts as missing. */
  password: z.string(accountTexts.passwordLength).max(maxPasswordUnits, accountTexts.passwordLength).nullish(),
});
export type Activation = z.output<typeof activation>;

/** The random id that a reset request was answered with; tries with it are counted separately. */
const handle = z.string().max(200).nullish().catch(null);
const typedCode = z.object({ email, otp: code, handle });
const passwordReset = typedCode.extend({ newPassword: password });
export type PasswordReset = z.output<typeof passwordReset>;

const passwordChange = z.object({ password, current_password: currentPassword });
export type PasswordChange = z.output<typeof passwordChange>;

const openSession = z.object({
  id,
  current: z.boolean(),
  device: z.string(),
  created_at: timestamp,
  last_used_at: timestamp,
});
/** A session as its owner sees it. */
export type OpenSession = z.output<typeof openSession>;

const userFilter = z.object({
  status: z.enum(['active', 'deactivated']).catch('active').default('active'),
  search: optionalLine(200),
  /** Names sort by the Turkish alphabet. Default: newest account first. */
  sort: z.enum(['name', '-name', 'created_at', '-created_at']).catch('-created_at').default('-created_at'),
});
export type UserFilter = z.output<typeof userFilter>;

/** A legal text that changed since the account was told of it last. */
const changedLegalText = z.object({ slug: z.string(), title: z.string(), published_at: timestamp });
export type ChangedLegalText = z.output<typeof changedLegalText>;

export const accountApi = defineEndpoints({
  'GET /api/me': { access: 'customer', summary: 'The signed-in user', reply: user },
  'GET /api/me/legal-changes': {
    access: 'customer',
    summary: 'Legal texts whose change people are told of, since the account was told last',
    reply: z.array(changedLegalText),
  },
  'POST /api/me/legal-changes': {
    access: 'customer',
    summary: 'Notes that the account was told of the changes published until then',
    maxBytes,
    body: z.object({ until: timestamp }),
    status: 204,
    reply: z.undefined(),
  },
  'POST /api/login': {
    access: 'public',
    summary: 'Signs in with e-mail and password',
    maxBytes,
    body: credentials,
    reply: session,
    errors: ['bad_credentials', 'not_activated', 'deactivated', 'otp_required', 'otp_wrong'],
  },
  'POST /api/logout': { access: 'customer', summary: 'Ends this session', status: 204, reply: z.undefined() },
  'POST /api/register': {
    access: 'public',
    summary: 'Opens an account that waits for activation; `role` in the body is ignored',
    maxBytes,
    body: registration,
    status: 201,
    reply: message,
    errors: ['email_taken'],
  },
  'POST /api/activate': {
    access: 'public',
    summary: 'Opens the account of a mailed link: with its password, and signed in; without one no password is set',
    maxBytes,
    body: activation,
    reply: message.extend(session.partial().shape),
    errors: ['link_expired', 'wrong_password', 'deactivated'],
  },
  'POST /api/activate/resend': {
    access: 'public',
    summary: 'Mails a new activation link',
    maxBytes,
    body: z.object({ email }),
    reply: message,
  },
  'POST /api/forgot-password/request': {
    access: 'public',
    summary: 'Mails a six-digit code',
    maxBytes,
    body: z.object({ email }),
    reply: message.extend({ handle: z.string() }),
  },
  'POST /api/forgot-password/verify': {
    access: 'public',
    summary: 'Checks the code',
    maxBytes,
    body: typedCode,
    reply: message,
    errors: ['otp_invalid'],
  },
  'POST /api/forgot-password/reset': {
    access: 'public',
    summary: 'Sets a new password with a verified code, once',
    maxBytes,
    body: passwordReset,
    reply: message,
    errors: ['otp_invalid'],
  },
  'POST /api/google-register': {
    access: 'public',
    summary: "Signs in with the auth service's access token (bearer); the body is not believed",
    maxBytes,
    body: z.object({ otp: optionalCode }),
    reply: session,
    errors: ['unauthenticated', 'not_configured', 'deactivated', 'otp_required', 'otp_wrong', 'unavailable'],
  },
  'GET /api/profile': {
    access: 'customer',
    summary: "The caller's own details",
    reply: user.pick({ name: true, surname: true, email: true, phone_number: true }),
  },
  'PUT /api/profile/update-phone': {
    access: 'customer',
    summary: 'Stores a phone number as E.164',
    maxBytes,
    body: z.object({ phone_number: phone }),
    reply: message.extend({ phone_number: z.string() }),
  },
  'POST /api/profile/change-password': {
    access: 'customer',
    summary: 'Changes the password; ends the other sessions',
    maxBytes,
    body: passwordChange,
    reply: message,
    errors: ['reauthentication_required', 'wrong_password'],
  },
  'GET /api/profile/sessions': {
    access: 'customer',
    summary: "The caller's open sessions",
    list: true,
    reply: z.array(openSession),
  },
  'DELETE /api/profile/sessions/:id': {
    access: 'customer',
    summary: 'Ends one of them',
    params: idParams,
    reply: message,
  },
  'GET /api/admin/get-users': {
    access: 'admin',
    summary: 'Users by status; search over name, surname and e-mail',
    list: true,
    query: userFilter,
    reply: z.array(listedUser),
  },
  'PUT /api/admin/users/:id/role': {
    access: 'admin',
    summary:
      "Makes a user an admin or an admin a user; ends their sessions; asks for the admin's own password and code",
    params: idParams,
    maxBytes,
    body: proof.extend({ role: z.enum(['admin', 'user'], 'Geçersiz rol.') }),
    reply: user.extend(message.shape),
    errors: ['last_admin', 'own_account', 'reauthentication_required', 'wrong_password', 'otp_wrong'],
  },
  'PATCH /api/admin/users/deactivate/:id': {
    access: 'admin',
    summary: "Deactivates a user; their tokens die at once; for an admin asks for the caller's own password and code",
    params: idParams,
    maxBytes,
    body: proof,
    reply: user.extend(message.shape),
    errors: ['last_admin', 'own_account', 'reauthentication_required', 'wrong_password', 'otp_wrong'],
  },
  'PATCH /api/admin/users/reactivate/:id': {
    access: 'admin',
    summary: "Reactivates a user; for an admin asks for the caller's own password and code",
    params: idParams,
    maxBytes,
    body: proof,
    reply: user.extend(message.shape),
    errors: ['reauthentication_required', 'wrong_password', 'otp_wrong'],
  },
});
