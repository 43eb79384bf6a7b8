import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import type { AppContext } from '../../src/api/context.ts';
import { sendDueMails } from '../../src/api/mail/sender.ts';
import { openTransport } from '../../src/api/mail/transport.ts';
import { hourMs } from '../../src/shared/time.ts';

/** Sends what a stopped product left unsent, as an hour later, when claims of processes that died are over. */
export async function sendTheRest(ctx: AppContext): Promise<void> {
  const transport = openTransport(ctx.env);
  await sendDueMails({ ...ctx, clock: () => new Date(Date.now() + hourMs) }, transport);
  transport.close();
}

/** Subjects of the mails in the outbox of a data folder, where a product without SMTP leaves them. */
export async function readSubjects(dataDir: string): Promise<string[]> {
  const outbox = join(dataDir, 'outbox');
  const files = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))));
  return mails.flatMap(({ subject }) => subject ?? []);
}
