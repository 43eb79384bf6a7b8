import { and, asc, isNotNull, like } from 'drizzle-orm';
import { mails } from '../../src/api/mail/mail.tables.ts';
import { toMessage } from '../../src/api/mail/message.ts';
import type { Mail } from '../../src/api/mail/outbox.service.ts';
import { readSite } from '../../src/api/site/site.service.ts';
import type { TestApi } from './harness.ts';

/** A mail as its reader sees it. */
type ReadMail = Pick<Mail, 'kind' | 'to' | 'subject'> & {
  text: string;
  html: string;
  attachments?: { filename: string; content: string; contentType: string }[];
};

/** Renders rows of the outbox as they would be sent now. */
export async function readMails(
  { ctx }: TestApi,
  rows: { kind: string; content: unknown; created_at: Date }[],
): Promise<ReadMail[]> {
  const site = await readSite(ctx.db);
  return rows.map(
    ({ kind, content, created_at }) => ({ kind, ...toMessage(content as Mail, ctx.env, site, created_at) }) as ReadMail,
  );
}

/** The queued mails, oldest first: all, or those of a kind. */
export async function queuedMails(api: TestApi, kind = '%'): Promise<ReadMail[]> {
  const isQueued = and(isNotNull(mails.content), like(mails.kind, kind));
  return readMails(api, await api.ctx.db.select().from(mails).where(isQueued).orderBy(asc(mails.created_at)));
}

/** The queued mails to an address, oldest first. */
export const mailsTo = async (api: TestApi, to: string) => (await queuedMails(api)).filter((mail) => mail.to === to);

export async function activationToken(api: TestApi, to: string): Promise<string> {
  const links = (await mailsTo(api, to)).filter(({ kind }) => kind === 'activation');
  return /\/activate\?token=([\w-]+)/.exec(links.at(-1)?.text ?? '')?.[1] as string;
}

/** Asks for a code by mail and checks it; answers what `reset` wants. */
export async function proveMailbox(
  api: TestApi,
  email: string,
  from: { ip?: string; headers?: Record<string, string> } = {},
) {
  const { handle } = (await api.send('POST /api/forgot-password/request', { body: { email }, ...from })).body;
  const code = { email, otp: await resetCode(api, email), handle };
  await api.send('POST /api/forgot-password/verify', { body: code, ...from });
  return code;
}

/** Sets a new password by a code that was mailed. */
export const resetPassword = async (api: TestApi, email: string, newPassword: string, from = {}) =>
  api.send('POST /api/forgot-password/reset', {
    body: { ...(await proveMailbox(api, email, from)), newPassword },
    ...from,
  });

export async function resetCode(api: TestApi, to: string): Promise<string> {
  const codes = (await mailsTo(api, to)).filter(({ kind }) => kind === 'reset_code');
  return /^\d{6}$/m.exec(codes.at(-1)?.text ?? '')?.[0] as string;
}
