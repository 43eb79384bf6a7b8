import { z } from 'zod';
import { codeParams } from './checkouts.ts';
import { defineEndpoints, file, id, message } from './endpoint.ts';

/** Where the buyer types the card: a page to go to, or one that is shown in a frame. */
const cardPage = z.object({ attempt: id, redirect: z.url().optional(), frame: z.url().optional() });
export type CardPage = z.output<typeof cardPage>;

/** A field of a form that anybody may send. The signature over it is verified, its content is not restricted. */
const field = z.string().max(2000).optional().catch(undefined);

export const cardsApi = defineEndpoints({
  'POST /api/my-checkouts/:code/card': {
    access: 'customer',
    summary: 'Opens the card service’s page over what is open; holds the seats for 15 minutes',
    params: codeParams,
    status: 201,
    reply: cardPage,
    errors: ['conflict', 'provider_unavailable'],
  },
  'POST /api/payments/paytr': {
    access: 'public',
    summary: 'The notice of PayTR; a right signature is answered with the bare text OK',
    form: true,
    maxBytes: 20_000,
    body: z.object({ merchant_oid: field, status: field, total_amount: field, hash: field }),
    raw: 'text/plain',
    reply: file,
  },
  'POST /api/payments/iyzico/return': {
    access: 'public',
    summary: 'The buyer’s browser comes back from iyzico and is sent on to the orders',
    form: true,
    maxBytes: 20_000,
    body: z.object({ token: field }),
    status: 303,
    reply: file,
  },
  'POST /api/payments/iyzico/notice': {
    access: 'public',
    summary: 'The notice of iyzico; what it says is asked for',
    maxBytes: 20_000,
    body: z.object({ token: field }),
    reply: message,
  },
});
