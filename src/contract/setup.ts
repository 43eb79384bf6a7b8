import { z } from 'zod';
import { defineEndpoints, timestamp } from './endpoint.ts';
import { identityFields } from './site.ts';

/** What a site needs before it is shown to everybody. */
const setup = z.object({
  identity: z.object({ done: z.boolean(), missing: z.array(z.enum(identityFields)) }),
  mail: z.object({
    done: z.boolean(),
    /** Whether mails go to a server; otherwise they are files that nobody receives. */
    server: z.boolean(),
    /** When a test mail was last handed over to the server. */
    tested_at: timestamp.nullable(),
  }),
  payment: z.object({
    done: z.boolean(),
    transfer: z.boolean(),
    /** The last four digits of the account that buyers pay to; null without one. */
    iban_end: z.string().nullable(),
    bank: z.string(),
  }),
  words: z.object({
    /** Whether no field holds what only the sample says. */
    done: z.boolean(),
    /** Documents with words of the sample, or neutral ones where the owner's own belong. */
    left: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        kind: z.enum(['sample', 'neutral']),
        /** Paths of those fields: `hero.lead`. */
        fields: z.array(z.string()),
      }),
    ),
  }),
  samples: z.object({ done: z.boolean(), left: z.number().int() }),
  legal: z.object({
    done: z.boolean(),
    checked_at: timestamp.nullable(),
    /** Days after which messages are deleted (ENQUIRY_RETENTION_DAYS). */
    enquiry_days: z.number().int(),
    /** Titles of texts that promise another number of days. */
    untrue: z.array(z.string()),
  }),
  /** Whether the record in the state's list of web shops is named. */
  etbis: z.object({ done: z.boolean() }),
  /** Whether no admin uses the address of the sample. */
  admin: z.object({ done: z.boolean() }),
});
export type Setup = z.output<typeof setup>;
export type SetupStep = keyof Setup;

const mailTest = z.object({
  to: z.string(),
  /** `sent` to the server, written to a `file`, or `refused`. */
  outcome: z.enum(['sent', 'file', 'refused']),
  /** Why it was refused, as the server says it. */
  reason: z.string().nullable(),
  setup,
});
export type MailTest = z.output<typeof mailTest>;

export const setupApi = defineEndpoints({
  'GET /api/admin/setup': { access: 'admin', summary: 'Which steps of the setup are done', reply: setup },
  'POST /api/admin/setup/test-mail': {
    access: 'admin',
    summary: 'Sends a mail to the caller at once and says what became of it',
    reply: mailTest,
  },
  'PUT /api/admin/setup/legal': {
    access: 'admin',
    summary: 'Notes that a lawyer read the legal texts, or takes it back',
    body: z.object({ checked: z.boolean('Geçersiz değer.') }),
    reply: setup,
  },
});
