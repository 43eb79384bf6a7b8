import type { MailTest } from '../../contract/setup.ts';
import type { AppContext } from '../context.ts';
import type { Limit } from '../limits/limits.service.ts';
import { toMessage } from '../mail/message.ts';
import { openTransport } from '../mail/transport.ts';
import { withTimeout } from '../promises.ts';
import { readSite } from '../site/site.service.ts';
import { testMail } from './setup.mails.ts';
import { readSetup, saveMailTest } from './setup.service.ts';

const testMailLimit: Limit = { name: 'test mail', points: 10, seconds: 3600 };

const timeoutMs = 20_000;

/** Sends a mail to an admin past the outbox and says what became of it. Throws `too_many_requests`. */
export async function sendTestMail(
  ctx: AppContext,
  { id, email: to }: { id: string; email: string },
): Promise<MailTest> {
  await ctx.limits.consume(testMailLimit, id);
  const { env, log } = ctx;
  const now = ctx.clock();
  const { kind, ...mail } = testMail(to, env.siteUrl);
  const content = toMessage(mail, env, await readSite(ctx.db), now);
  const transport = openTransport(env);
  let reason: string | null = null;
  try {
    const sending = transport.send({ id: crypto.randomUUID(), createdAt: now, kind, content });
    await withTimeout(sending, timeoutMs, new Error('the server does not answer'));
  } catch (error) {
    const { code, responseCode, response, message } = error as Error & Record<string, string | undefined>;
    reason = response ?? message;
    // The server's answer may quote the address, so only codes are logged.
    log.warn({ code, responseCode }, 'test mail not sent');
  } finally {
    transport.close();
  }
  await saveMailTest(ctx, id, reason === null && env.smtpUrl !== undefined);
  const outcome = reason !== null ? 'refused' : env.smtpUrl ? 'sent' : 'file';
  return { to, outcome, reason, setup: await readSetup(ctx) };
}
