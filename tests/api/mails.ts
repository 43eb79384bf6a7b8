import { asc, isNotNull } from 'drizzle-orm';
import type { Mail } from '../../src/api/mail/mail.service.ts';
import { mails } from '../../src/api/mail/mail.tables.ts';
import type { TestApi } from './harness.ts';

/** The mails waiting for an address, oldest first, and how to read what people need from the last one. */
export async function mailsTo(api: TestApi, to: string): Promise<Mail[]> {
  const rows = await api.platform.db
    .select()
    .from(mails)
    .where(isNotNull(mails.content))
    .orderBy(asc(mails.created_at));
  return rows
    .map(({ kind, content }) => ({ kind, ...(content as Omit<Mail, 'kind'>) }))
    .filter((mail) => mail.to === to);
}

export async function activationToken(api: TestApi, to: string): Promise<string> {
  const links = (await mailsTo(api, to)).filter(({ kind }) => kind === 'activation');
  return /\/activate\?token=([\w-]+)/.exec(links.at(-1)?.text ?? '')?.[1] as string;
}

export async function resetCode(api: TestApi, to: string): Promise<string> {
  const codes = (await mailsTo(api, to)).filter(({ kind }) => kind === 'reset_code');
  return /^\d{6}$/m.exec(codes.at(-1)?.text ?? '')?.[0] as string;
}
