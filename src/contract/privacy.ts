import { z } from 'zod';
import { phone, storedEmail } from '../shared/text.ts';
import { emailTexts } from '../shared/texts.ts';
import { defineEndpoints, isoDate, message, timeOfDay } from './endpoint.ts';
import { currentPassword, proof } from './secondFactor.ts';

/** Seats of events that have not started. */
const upcomingSeats = z.array(
  z.object({ code: z.string(), event_title: z.string(), date: isoDate, time: timeOfDay, quantity: z.int() }),
);
export type UpcomingSeats = z.infer<typeof upcomingSeats>;

const erasurePreview = z.object({
  account: z.boolean(),
  /** Numbers of rows. */
  orders: z.int(),
  enquiries: z.int(),
  /** Comments written signed in. */
  comments: z.int(),
  mails: z.int(),
  seats: upcomingSeats,
});
export type ErasurePreview = z.infer<typeof erasurePreview>;

/** Whom an admin means: an address, or the number under which an admin entered orders. */
export type Person = { email: string } | { phone: string };
/** With what proves once more who asks, where the person is an admin. */
const person = z
  .object({ email: storedEmail.optional(), phone_number: phone.optional(), ...proof.shape })
  .transform(({ email, phone_number: phone, ...proven }, context): Person & z.output<typeof proof> => {
    if (email !== undefined) return { email, ...proven };
    if (phone !== undefined) return { phone, ...proven };
    context.addIssue({ code: 'custom', path: ['email'], message: emailTexts.missing });
    return z.NEVER;
  });

export const privacyApi = defineEndpoints({
  'GET /api/profile/export': {
    access: 'customer',
    summary: 'Everything held about the caller, within ten minutes of signing in',
    download: 'verilerim.json',
    reply: z.looseObject({}),
    errors: ['reauthentication_required'],
  },
  'POST /api/profile/export': {
    access: 'customer',
    summary: 'The same at any time, with the current password',
    maxBytes: 8192,
    body: z.object({ current_password: currentPassword }),
    download: 'verilerim.json',
    reply: z.looseObject({}),
    errors: ['reauthentication_required', 'wrong_password'],
  },
  'GET /api/profile/upcoming-seats': {
    access: 'customer',
    summary: 'The seats that erasing the account would free',
    reply: z.object({ seats: upcomingSeats }),
  },
  'DELETE /api/profile': {
    access: 'customer',
    summary: 'Erases the account; orders stay without persons, seats of events to come are freed',
    maxBytes: 8192,
    body: z.object({ current_password: currentPassword }),
    reply: message,
    errors: ['reauthentication_required', 'wrong_password', 'last_admin'],
  },
  // POST, because an e-mail address in a URL would stay in browser histories and proxy logs.
  'POST /api/admin/people/export': {
    access: 'admin',
    summary: 'Everything held about an e-mail address, account or not; or the orders entered under a phone number',
    body: person,
    reply: z.looseObject({}),
    errors: ['reauthentication_required', 'wrong_password', 'otp_wrong'],
  },
  'POST /api/admin/people/preview': {
    access: 'admin',
    summary: 'What an erasure of an address or a phone number would remove, and the seats it would free',
    body: person,
    reply: erasurePreview,
  },
  'POST /api/admin/people/erase': {
    access: 'admin',
    summary: 'Erases everything about an address, or the buyer of orders entered under a number; the orders stay',
    body: person,
    reply: message.extend({ erased: z.record(z.string(), z.number()) }),
    errors: ['last_admin', 'reauthentication_required', 'wrong_password', 'otp_wrong'],
  },
});
