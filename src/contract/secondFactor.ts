import { z } from 'zod';
import { maxPasswordUnits } from '../shared/limits.ts';
import { accountTexts } from './account.texts.ts';
import { defineEndpoints, idParams, message, optionalParam } from './endpoint.ts';

const maxBytes = 8192;
export const currentPassword = z.preprocess((value) => value ?? undefined, z.string().max(maxPasswordUnits).optional());

/** Six digits of the authenticator app, or a recovery code; blanks people type between them do not count. */
const secondFactorCode = z
  .string(accountTexts.secondFactorCodeMissing)
  .max(40, 'Doğrulama kodu hatalı.')
  .transform((value) => value.replace(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().min(1, accountTexts.secondFactorCodeMissing));

/** The same where it may be missing. An empty one counts as missing. */
export const optionalCode = optionalParam(secondFactorCode);

/** What proves once more who acts; a code where the actor has a second factor. */
export const proof = z.object({ current_password: currentPassword, otp: optionalCode });

export const secondFactorApi = defineEndpoints({
  'GET /api/profile/totp': {
    access: 'customer',
    summary: "Whether the caller's second factor is on, and how many recovery codes are left",
    reply: z.object({ enabled: z.boolean(), recovery_codes_left: z.number().int() }),
  },
  'POST /api/profile/totp': {
    access: 'customer',
    summary: 'Prepares a secret; it counts once confirmed, until then the one before stands',
    maxBytes,
    body: z.object({ current_password: currentPassword }),
    reply: z.object({
      secret: z.string(),
      uri: z.string(),
      /** The same as a QR code: an SVG document. */
      qr: z.string(),
    }),
    errors: ['reauthentication_required', 'wrong_password'],
  },
  'POST /api/profile/totp/confirm': {
    access: 'customer',
    summary: 'Switches the prepared secret on with a code of it; where one is on already, `otp` is a code of that one',
    maxBytes,
    body: z.object({ code: secondFactorCode, otp: optionalCode }),
    reply: z.object({ recovery_codes: z.array(z.string()) }),
    errors: ['conflict', 'otp_wrong'],
  },
  'DELETE /api/profile/totp': {
    access: 'customer',
    summary: 'Switches the second factor off',
    maxBytes,
    body: z.object({ current_password: currentPassword, otp: secondFactorCode }),
    reply: message,
    errors: ['reauthentication_required', 'wrong_password', 'otp_wrong'],
  },
  'DELETE /api/admin/users/:id/totp': {
    access: 'admin',
    summary: "Switches somebody else's second factor off and mails them; asks for the admin's own password and code",
    params: idParams,
    maxBytes,
    body: proof,
    reply: message,
    errors: ['reauthentication_required', 'wrong_password', 'otp_wrong', 'own_account'],
  },
});
