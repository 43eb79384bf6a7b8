import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openEmbedded } from '../../src/api/db/embedded.ts';
import { readEnv } from '../../src/api/env.ts';
import { type Mail, queueMail } from '../../src/api/mail/outbox.service.ts';
import { sendDueMails } from '../../src/api/mail/sender.ts';
import { batchSize, openTransport } from '../../src/api/mail/transport.ts';
import { createContext } from '../../src/api/openContext.ts';
import { tempFolder } from '../api/cleanup.ts';
import { openSmtp } from '../api/smtp.ts';
import { withContext } from '../load/context.ts';
import { countRounds } from '../load/longRun.ts';
import { startApi } from '../load/processes.ts';
import { send } from '../load/send.ts';

const rounds = countRounds(1);
const folder = tempFolder('mail');

/** How long the claim of a sender that died lasts. */
const leaseMs = 120_000;

async function register(origin: string, email: string): Promise<number> {
  const person = { name: 'Ada', surname: 'Deniz', email, password: 'pamuk-iplik-42-kedi', phone_number: null };
  return (await send(origin, 'POST /api/register', undefined, person)).status;
}

async function killWhileSending(DATA_DIR: string): Promise<void> {
  const smtp = await openSmtp();
  // The server accepts a mail but confirms it too late, so that the sender cannot know whether it has it.
  smtp.confirmAfterMs = 60_000;
  const environment = { DATA_DIR, SMTP_URL: smtp.url };
  const people = Array.from({ length: 8 }, (_, index) => `kisi-${index}@ornek.com`);
  // Queued before the start, of a kind that one of the two senders takes: it claims its first batch at once.
  const words = { subject: 'Konu', parts: { title: 'Merhaba', paragraphs: ['İlk söz.'] } };
  const mails = people.map((to): Mail => ({ kind: 'order_confirmation', type: 'transactional', to, ...words }));
  await withContext({ ...environment, SEED: 'none' }, ({ db }) => queueMail(db, ...mails));
  const api = await startApi(environment);
  await smtp.waitFor(1);
  await api.kill();
  const underWay = smtp.received.map(({ messageId }) => messageId);
  expect(underWay.length).toBeLessThanOrEqual(batchSize);

  smtp.confirmAfterMs = 0;
  const env = readEnv({ ...environment, SEED: 'none' });
  let ahead = 0;
  const connection = await openEmbedded(DATA_DIR);
  const log = pino({ level: 'silent' });
  const ctx = await createContext(env, connection, log, () => new Date(Date.now() + ahead));
  const transport = openTransport(env);
  try {
    await sendDueMails(ctx, transport);
    const soon = smtp.received.slice(underWay.length).map(({ messageId }) => messageId);
    expect(soon.filter((id) => underWay.includes(id))).toEqual([]);
    ahead = leaseMs + 1000;
    await sendDueMails(ctx, transport);
    await sendDueMails(ctx, transport);
  } finally {
    transport.close();
    await connection.close();
  }

  const times = new Map<string, number>();
  for (const { recipients } of smtp.received) {
    for (const email of recipients) times.set(email, (times.get(email) ?? 0) + 1);
  }
  expect([...times.keys()].sort()).toEqual([...people].sort());
  // Twice, under the one Message-ID by which a mailbox tells that it has it, and never more.
  const twice = [...times.values()].filter((count) => count > 1);
  expect(twice).toEqual(underWay.map(() => 2));
  expect(new Set(smtp.received.map(({ messageId }) => messageId)).size).toBe(people.length);
}

test('killed while it sends, the sender loses no mail, and sends again only what it had under way, when its claim is over', {
  timeout: rounds * 100_000,
}, async () => {
  for (let round = 0; round < rounds; round += 1) await killWhileSending(join(folder, String(round)));
});

test('told to stop while the mail server is silent, a process takes no more requests and ends in ten seconds', async () => {
  const smtp = await openSmtp();
  smtp.confirmAfterMs = 60_000;
  const api = await startApi({ DATA_DIR: join(folder, 'stop'), SMTP_URL: smtp.url });
  expect(await register(api.origin, 'kisi@ornek.com')).toBe(201);
  await smtp.waitFor(1);
  const begin = performance.now();
  const stopped = api.stop().then(() => performance.now() - begin);
  await expect
    .poll(() => fetch(`${api.origin}/healthz`).catch(() => 'gone'), { timeout: 5000, message: 'new requests' })
    .toBe('gone');
  expect(await stopped).toBeLessThan(15_000);
});
