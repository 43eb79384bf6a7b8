import { createHash } from 'node:crypto';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { cp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../src/api/app.ts';
import { keyPathOf, readBackup } from '../../src/api/backup/readBackup.ts';
import { queryRows } from '../../src/api/db/sql.ts';
import { emptyMachine, refusal, restore, running, saveBackup } from './backups.ts';
import { tempFolder } from './cleanup.ts';
import { openTestApi, type TestApi } from './harness.ts';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
/** A path at which nothing stands. */
const fresh = (name: string) => join(tempFolder('backup'), name);

let api: TestApi;
let target: string;
let token: string;

/** A copy of the backup whose database was changed, with every sum made right again: sums have no key. */
async function forge(change: (lines: string[]) => string[]): Promise<string> {
  const copy = fresh('backup');
  await cp(target, copy, { recursive: true });
  await cp(keyPathOf(target), keyPathOf(copy));
  const database = join(copy, 'database.jsonl.gz');
  const before = sha256(readFileSync(database));
  writeFileSync(database, gzipSync(change(gunzipSync(readFileSync(database)).toString().split('\n')).join('\n')));
  const sums = join(copy, 'files.sha256');
  writeFileSync(sums, readFileSync(sums, 'utf8').replace(before, sha256(readFileSync(database))));
  const manifest = join(copy, 'manifest.json');
  const content = JSON.parse(readFileSync(manifest, 'utf8'));
  writeFileSync(manifest, JSON.stringify({ ...content, sums: sha256(readFileSync(sums)) }));
  return copy;
}

beforeAll(async () => {
  api = await openTestApi();
  const { send, ctx } = api;
  const { email, token: session } = await api.signUp({ role: 'admin' });
  token = session;
  const body = { email };
  expect((await send('POST /api/forgot-password/request', { body })).status).toBe(200);
  const person = { email: 'bekleyen@ornek.com', password: 'uzun bir söz dizisi', name: 'Ada', surname: 'Er' };
  expect((await send('POST /api/register', { body: person })).status).toBe(201);
  expect((await send('POST /api/admin/categories', { token, body: { name: 'Drama' } })).status).toBe(201);
  target = fresh('backup');
  await saveBackup(ctx, target);
});

test('a backup holds no session, code, activation link or counter, and no mail that carries one', async () => {
  const text = gunzipSync(readFileSync(join(target, 'database.jsonl.gz'))).toString();
  expect(text).toContain('bekleyen@ornek.com');
  for (const table of ['sessions', 'reset_codes', 'activation_links', 'rate_limits'])
    expect(text).not.toContain(`{"name":"${table}"`);
  expect(text).not.toMatch(/"(?:reset_code|activation)"/);
  expect(text).not.toContain('/activate?');
});

describe('whoever can change a backup', () => {
  const poison = (lines: string[]) => lines.map((line) => line.replace('"Drama"', '"Forged"'));

  test('gets no changed row restored: the sums are right, the signature is not', async () => {
    const forged = await forge(poison);
    expect(await refusal(forged, await emptyMachine())).toMatch(/was changed after it was made.*--unverified/);
  });

  test('cannot pass it off as one of an earlier version, or leave the signature out', async () => {
    const forged = await forge(poison);
    const manifest = join(forged, 'manifest.json');
    const { signature: _, ...content } = JSON.parse(readFileSync(manifest, 'utf8'));
    writeFileSync(manifest, JSON.stringify(content));
    expect(await refusal(forged, await emptyMachine())).toMatch(/was changed after it was made/);
    writeFileSync(manifest, JSON.stringify({ ...content, format: 1 }));
    expect(await refusal(forged, await emptyMachine())).toMatch(/earlier version.*--unverified/);
  });

  test('runs no SQL, not even where the owner asks for no signature', async () => {
    const type = 'text || (select version() from (values (1)) as x)';
    const attacks: ((line: string) => string)[] = [
      (line) =>
        line.replace(
          '"categories","columns":[{"name":"id","type":"uuid"},{"name":"name","type":"text"}',
          `"categories","columns":[{"name":"id","type":"uuid"},{"name":"name","type":"${type}"}`,
        ),
      (line) =>
        line.replace(
          '{"table":{"name":"categories"',
          '{"table":{"name":"categories\\" (id) values (1); drop schema app cascade; --"',
        ),
      (line) => line.replace('{"table":{"name":"categories"', '{"table":{"name":"migrations"'),
      (line) => line.replace('"name":"folded"', '"name":"folded) --"'),
      (line) => line.replace(/"last":"\d+"/, '"last":"1; drop schema app cascade"'),
    ];
    for (const [index, attack] of attacks.entries()) {
      const forged = await forge((lines) => lines.map(attack));
      const [before, after] = [target, forged].map((from) =>
        sha256(gunzipSync(readFileSync(join(from, 'database.jsonl.gz')))),
      );
      expect(after, `attack ${index}`).not.toBe(before);
      const env = await emptyMachine();
      expect(await refusal(forged, env, true), `attack ${index}`).toMatch(
        /tables that its version does not have|cannot be read/,
      );
      expect(existsSync(join(env.dataDir, 'db'))).toBe(false);
    }
  });

  test('brings no session, code or link back, not even by rows of those tables', async () => {
    const session = await queryRows<{ line: string }>(
      api.ctx.db,
      sql`select json_build_array(id::text, token_hash, user_id::text, device, created_at::text, last_used_at::text, authenticated_at::text)::text as line from app.sessions`,
    );
    const columns = await queryRows<{ name: string; type: string }>(
      api.ctx.db,
      sql`select a.attname as name, format_type(a.atttypid, a.atttypmod) as type from pg_attribute a
        where a.attrelid = 'app.sessions'::regclass and a.attnum > 0 and not a.attisdropped`,
    );
    const head = JSON.stringify({ table: { name: 'sessions', columns, sequences: {} } });
    const forged = await forge((lines) => [
      ...lines.slice(0, -2),
      head,
      ...session.map(({ line }) => line),
      ...lines.slice(-2),
    ]);
    const env = await emptyMachine();
    await restore(forged, env, true);
    await running(env, async (ctx) => {
      expect(await queryRows(ctx.db, sql`select 1 from app.sessions`)).toEqual([]);
      const me = await createApp(ctx).request('http://site.test/api/me', {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(me.status).toBe(401);
    });
  });

  test.each(['files.sha256', 'database.jsonl.gz'])(
    'leads no reader out of it by a link in place of %s',
    async (name) => {
      const copy = await forge((lines) => lines);
      const elsewhere = fresh('elsewhere');
      await rename(join(copy, name), elsewhere);
      symlinkSync(elsewhere, join(copy, name));
      await expect(readBackup(copy)).rejects.toThrow(/damaged/);
    },
  );
});

test('a restore without the key that signed says so, and goes on where the owner knows the backup', async () => {
  const moved = fresh('backup');
  await cp(target, moved, { recursive: true });
  expect(await refusal(moved, await emptyMachine())).toMatch(
    /^The key that signed the backup is not here: set it as ENCRYPTION_KEY/,
  );
  const env = await emptyMachine({ ENCRYPTION_KEY: 'b'.repeat(64) });
  expect(await refusal(moved, env)).toMatch(/key that signed the backup is not here/);
  await restore(moved, env, true);
});

test('a backup of the version before this format is restored into the tables of today, without its sessions', async () => {
  const earlier = fileURLToPath(new URL('../fixtures/backup-format-1', import.meta.url));
  const env = await emptyMachine({ ENCRYPTION_KEY: '01'.repeat(32) });
  expect(await refusal(earlier, env)).toMatch(/earlier version made the backup.*--unverified/);
  await restore(earlier, env, true);
  await running(env, async (ctx) => {
    for (const table of ['sessions', 'reset_codes', 'activation_links', 'rate_limits'])
      expect(await queryRows(ctx.db, sql`select 1 from app.${sql.identifier(table)}`), table).toEqual([]);
    const mails = await queryRows<{ kind: string }>(ctx.db, sql`select kind from app.mails`);
    expect(mails).toEqual([{ kind: 'enquiry' }]);
    const app = createApp(ctx);
    const signIn = await app.request('http://site.test/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'yonetici@ornek.com', password: 'uzun-bir-yonetici-sifresi' }),
    });
    const { token: own } = (await signIn.json()) as { token: string };
    const path = 'http://site.test/api/consulting-messages?form_type=consulting';
    const messages = await app.request(path, { headers: { authorization: `Bearer ${own}` } });
    expect(await messages.text()).toContain('Annemi kaybettim.');
  });
});
