import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '../../src/api/account/account.tables.ts';
import { openSession } from '../../src/api/account/sessions.service.ts';
import { createApp } from '../../src/api/app.ts';
import { startBackgroundJobs } from '../../src/api/backgroundJobs.ts';
import { blogs } from '../../src/api/blog/blog.tables.ts';
import type { AppContext } from '../../src/api/context.ts';
import { readEnv } from '../../src/api/env.ts';
import { createLog } from '../../src/api/log.ts';
import { openContext } from '../../src/api/openContext.ts';
import { tempFolder } from './cleanup.ts';
import { dumpDatabase } from './dump.ts';
import { openTestApi } from './harness.ts';

/** Texts that only the practice may read. */
const secret = {
  name: 'Kanaryacan',
  surname: 'Gizlioğlu',
  email: 'kanarya.gizli@sakli-ornek.com',
  phone_number: '0532 987 65 43',
  message: 'Kırmızı fener söndü; çocuğum üç gündür susuyor.',
  selected_service_id: 'sarı-kanarya',
  selected_service_name: 'Kanarya görüşmesi',
};
const traces = ['Kanaryacan', 'Gizlioğlu', 'kanarya.gizli', '5329876543', 'fener söndü', 'sarı-kanarya', 'Kanarya gör'];
/** A public comment: finding it proves that the search would find the secret texts too. */
const spoken = 'Bu yorum herkese açık.';

/** Encodings in which a text may be stored: plain, lower case, UTF-16, hex, base64 at each offset. */
function spellings(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  const base64 = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .slice(offset ? 4 : 0, -4),
  );
  const escaped = JSON.stringify(text).replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [
    bytes,
    Buffer.from(text.toLocaleLowerCase('tr')),
    Buffer.from(text, 'utf16le'),
    Buffer.from(bytes.toString('hex')),
    Buffer.from(escaped.slice(1, -1)),
    ...base64.map((part) => Buffer.from(part)),
  ];
}

const findIn = (bytes: Buffer, texts: string[]) =>
  texts.filter((text) => spellings(text).some((spelling) => bytes.includes(spelling)));

/** Runs everything visitors and admins can do with messages, including failures. */
async function useForms(ctx: AppContext, app: ReturnType<typeof createApp>): Promise<void> {
  const { db, clock } = ctx;
  let visitor = 0;
  const send = async (path: string, body: unknown, token = '', method = 'POST') => {
    visitor += 1;
    const init = {
      method,
      body: method === 'GET' ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    };
    const address = { incoming: { socket: { remoteAddress: `203.0.113.${visitor}` } } };
    return app.request(`http://site.test${path}`, init, address);
  };
  const write = (changes: object, form_type = 'consulting') =>
    send('/api/consulting-create-messages', { ...secret, form_type, kvkk_consent: true, ...changes });

  const statuses = [
    await write({}),
    await write({ type: 'Online' }, 'coaching'),
    await write({ website: 'https://spam.example' }),
    await write({ email: `${secret.email}@` }),
    await write({ message: secret.message.repeat(30_000) }),
    await send('/api/consulting-create-messages', `{"name": "${secret.name}`),
  ].map(({ status }) => status);
  expect(statuses).toEqual([201, 201, 201, 422, 413, 400]);

  // The database fails while a message is stored.
  await db.execute(sql`alter table app.notices rename to notices_away`);
  expect((await write({ message: `${secret.message} Tekrar.` })).status).toBe(500);
  await db.execute(sql`alter table app.notices_away rename to notices`);

  const [admin] = await db
    .insert(users)
    .values({ email: 'yonetici@ornek.com', name: 'Site', surname: 'Yöneticisi', role: 'admin', activated_at: clock() })
    .returning();
  const token = await openSession(db, admin?.id as string, 'test', clock());
  const read = (await (await send('/api/consulting-messages', undefined, token, 'GET')).json()) as { id: string }[];
  expect(JSON.stringify(read)).toContain(secret.message);
  const path = `/api/consulting-messages/${read[0]?.id}`;
  expect((await send(`${path}/read`, {}, token, 'PATCH')).status).toBe(200);
  // An export is mailed to the person, so that the mail itself holds the address: this one is no trace.
  expect((await write({ email: 'mektup@ornek.com' })).status).toBe(201);
  const exported = await send('/api/admin/people/export', { email: 'mektup@ornek.com' }, token);
  expect(await exported.text()).toContain(secret.message);
  expect((await send(path, {}, token, 'DELETE')).status).toBe(200);

  const [post] = await db
    .insert(blogs)
    .values({ slug: 'yazi', title: 'Yazı', description: '', content: '', preview_token: 'yazi', publish_at: clock() })
    .returning();
  const comment = { blog_id: post?.id, name_surname: 'Okur', description: spoken };
  expect((await send('/api/comments/create', comment)).status).toBe(201);
}

// Each test is a full run, which is slow on a busy machine.
describe('what people confide in us', { timeout: 120_000 }, () => {
  test('is in no row of the database', async () => {
    const { ctx, app } = await openTestApi();
    await useForms(ctx, app);
    const dump = Buffer.from(await dumpDatabase(ctx));
    expect(findIn(dump, [spoken])).toEqual([spoken]);
    expect(findIn(dump, traces)).toEqual([]);
  });

  test('is in no file of an embedded database, no log and no mail of a full run', async () => {
    const dataDir = tempFolder('canary');
    const lines: Buffer[] = [];
    const output = new Writable({
      write(chunk, _, done) {
        lines.push(chunk);
        done();
      },
    });
    const env = readEnv({ DATA_DIR: dataDir, SITE_URL: 'http://site.test' });
    const ctx = await openContext(env, createLog('debug', output));
    const work = startBackgroundJobs(ctx);
    await useForms(ctx, createApp(ctx));
    await expect.poll(() => readdirSync(join(dataDir, 'outbox')).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
    await work.stop();
    await ctx.close();

    const log = Buffer.concat(lines);
    // The id is the X-Request-Id of the answer.
    expect(log.toString()).toMatch(/"id":"[0-9a-f]{8}","err":.*"msg":"request failed"/);
    expect(findIn(log, [...traces, spoken])).toEqual([]);
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    // A receipt has the address it goes to in its envelope, and nowhere else.
    const bytes = files.map((entry) => {
      const content = readFileSync(join(entry.parentPath, entry.name));
      const isReceipt = entry.name.includes('enquiry_receipt');
      return isReceipt ? Buffer.from(content.toString('latin1').replace(/^To: .*$/m, ''), 'latin1') : content;
    });
    expect(bytes.flatMap((content) => findIn(content, [spoken]))).not.toEqual([]);
    expect(bytes.flatMap((content) => findIn(content, traces))).toEqual([]);
  });
});
