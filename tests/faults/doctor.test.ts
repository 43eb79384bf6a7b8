import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { openEmbedded } from '../../src/api/db/embedded.ts';
import { lockDataDir } from '../../src/api/db/lock.ts';
import { queryRows } from '../../src/api/db/sql.ts';
import { readEnv } from '../../src/api/env.ts';
import { createLog } from '../../src/api/log.ts';
import { openContext } from '../../src/api/openContext.ts';
import { paymentSettings } from '../../src/api/payments/payments.tables.ts';
import { saveSetting } from '../../src/api/site/settings.service.ts';
import { tempFolder } from '../api/cleanup.ts';
import { openSmtp } from '../api/smtp.ts';
import { type CardStandIn, openCardStandIn } from '../cards/standIn.ts';
import { freePort } from '../load/ports.ts';
import { finish, spawnScript } from '../load/processes.ts';

const folder = tempFolder('doctor');
const DATA_DIR = join(folder, 'data');
let SMTP_URL: string;
let cards: CardStandIn;
beforeAll(async () => {
  cards = await openCardStandIn();
  SMTP_URL = (await openSmtp()).url;
});

/** Runs `npm run doctor`; returns its exit code and lines. */
async function runDoctor(environment: Record<string, string>): Promise<{ code: number | null; lines: string[] }> {
  const { code, output } = await finish(spawnScript('doctor', [], { DATA_DIR, ...environment }));
  return { code, lines: output.trim().split('\n') };
}

const steps = ['identity', 'payment', 'mail', 'words', 'samples', 'legal', 'etbis', 'admin'].map(
  (step) => `setup, ${step}`,
);

test('doctor tells a new installation what its owner has to do, and ends with 1', async () => {
  const place = join(folder, 'new');
  const mixed = { SITE_URL: 'https://ornek.com', PUBLIC_API_URL: 'http://api.ornek.com' };
  const before = await runDoctor({ DATA_DIR: place, SMTP_URL, ...mixed });
  expect(before.lines).toContainEqual(
    expect.stringMatching(/^WRONG {2}address: PUBLIC_API_URL sends passwords in the clear/),
  );
  expect(before.lines.at(-1)).toBe('WRONG  database: There is no database yet: the first start makes it.');
  expect([before.code, readdirSync(place)]).toEqual([1, expect.not.arrayContaining(['db', 'keys'])]);
  await (await openContext(readEnv({ DATA_DIR: place }), createLog('silent'))).close();
  const { code, lines } = await runDoctor({ DATA_DIR: place });
  expect(lines).toContainEqual(expect.stringMatching(/^fine {3}disk: \d+ MB are left$/));
  const wrong = lines.filter((line) => line.startsWith('WRONG'));
  expect(wrong).toEqual([
    expect.stringMatching(/^WRONG {2}mail: without SMTP_URL .* nobody receives it$/),
    expect.stringMatching(
      /^WRONG {2}setup, identity: name, legal_name, tax_line, city, address, email, phone, whatsapp, social blank/,
    ),
    expect.stringMatching(/^WRONG {2}setup, payment: no account/),
    expect.stringMatching(/^WRONG {2}setup, mail: no test mail/),
    expect.stringMatching(/^WRONG {2}setup, words: /),
    expect.stringMatching(/^WRONG {2}setup, legal: /),
    expect.stringMatching(/^WRONG {2}setup, etbis: /),
  ]);
  expect(code).toBe(1);
});

/** Does what the owner does in the admin area. */
async function setUp(): Promise<void> {
  const ctx = await openContext(readEnv({ DATA_DIR }), createLog('silent'));
  const practice = {
    name: 'Ayşe Demir Psikoloji',
    legal_name: 'Ayşe Demir',
    tax_line: 'Kadıköy V.D.',
    city: 'İstanbul',
  };
  const contact = { address: 'Moda Caddesi 1', email: 'ayse@demir.com', phone: '0216 111 22 33' };
  const own = { ...practice, ...contact, whatsapp: '', social: [] };
  await saveSetting(ctx.db, 'site', { ...own, etbis_url: 'https://etbis.ticaret.gov.tr/tr/kayit' });
  await saveSetting(ctx.db, 'samples', { words: false });
  const [holder, iban] = ['Ayşe Demir', 'TR330006100519786457841326'];
  const transfer = { enabled: true, holder, iban, bank: 'Örnek Bankası' };
  await ctx.db.insert(paymentSettings).values({ value: { transfer }, updated_at: new Date(), salt: '' });
  const now = new Date().toISOString();
  await saveSetting(ctx.db, 'setup', { mail_tested_at: now, legal_checked_at: now });
  await ctx.close();
}

test('doctor prints a line of success for each part of a healthy installation and ends with 0', async () => {
  await setUp();
  const { code, lines } = await runDoctor({ SMTP_URL, ...cards.environment('paytr') });
  expect(lines.filter((line) => !line.startsWith('fine '))).toEqual([]);
  expect(lines.map((line) => /^fine +([^:]+)/.exec(line)?.[1])).toEqual([
    'configuration',
    'address',
    'DATA_DIR',
    'disk',
    'mail',
    'cards',
    'storage',
    'database',
    'clock',
    'keys',
    ...steps,
    'documents',
  ]);
  expect(lines).toContainEqual(expect.stringMatching(/^fine {3}cards: paytr takes the keys/));
  expect(code).toBe(0);
});

test('doctor prints what to do for each part that does not answer, without secrets, and ends with 1', async () => {
  const bucket = createServer((_request, response) => {
    response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
  }).listen(0, '127.0.0.1');
  await once(bucket, 'listening');
  const { port } = bucket.address() as AddressInfo;
  const closedPort = await freePort();
  const { code, lines } = await runDoctor({
    STORAGE_URL: `http://kisi:gizli@127.0.0.1:${port}/kova`,
    SMTP_URL: `smtp://kisi:gizli@127.0.0.1:${closedPort}`,
    DATABASE_URL: `postgres://kisi:gizli@127.0.0.1:${closedPort}/x`,
    ...cards.environment('iyzico'),
    IYZICO_SECRET_KEY: 'gizli',
    SITE_URL: 'https://ornek.com',
  });
  bucket.close();
  const wrong = lines.filter((line) => line.startsWith('WRONG'));
  expect(wrong).toEqual([
    expect.stringMatching(/^WRONG {2}address: TRUSTED_PROXIES does not name the proxy/),
    expect.stringMatching(/^WRONG {2}mail: the server of SMTP_URL does not answer as one: .*ECONNREFUSED/),
    'WRONG  cards: iyzico refuses the keys (1000)',
    expect.stringMatching(/^WRONG {2}storage: .* the secret in STORAGE_URL is not that of its key id$/),
    expect.stringMatching(/^WRONG {2}database: DATABASE_URL cannot be reached/),
  ]);
  expect(lines.join('\n')).not.toContain('gizli');
  expect(code).toBe(1);
});

test('doctor reports nothing but a wrong setting, and writes nothing', async () => {
  const place = join(folder, 'untouched');
  const wrong = { DATA_DIR: place, CARD_PROVIDER: 'paytr', PAYTR_MERCHANT_KEY: 'gizli' };
  const { code, lines } = await runDoctor(wrong);
  const words = /^WRONG {2}configuration: PAYTR_MERCHANT_SALT must be set/;
  expect([code, lines]).toEqual([1, [expect.stringMatching(words)]]);
  expect(existsSync(place)).toBe(false);
});

test('doctor says what it could not look at while the product has the database open and does not answer', async () => {
  const holder = lockDataDir(DATA_DIR);
  await cards.close();
  const mixedUp = { SMTP_URL: SMTP_URL.replace('smtp:', 'smtps:') };
  const { code, lines } = await runDoctor({ ...mixedUp, ...cards.environment('paytr') });
  expect(lines).toContainEqual(
    expect.stringMatching(/^WRONG {2}mail: .* smtps:\/\/ is for port 465, smtp:\/\/ for 587$/),
  );
  expect(lines).toContain('WRONG  cards: the card service cannot be reached');
  expect(lines).toContain('fine   storage: a folder in DATA_DIR');
  expect(lines.slice(-4)).toEqual([
    expect.stringMatching(/^fine +database: .*has it open/),
    ...['keys', 'setup', 'documents'].map((name) =>
      expect.stringMatching(new RegExp(`^WRONG  ${name}: the product has the database open and does not answer`)),
    ),
  ]);
  expect(code).toBe(1);
  holder.release();
});

test('doctor and reseal leave a database of an earlier version as it is', async () => {
  const place = join(folder, 'earlier');
  const ctx = await openContext(readEnv({ DATA_DIR: place }), createLog('silent'));
  await ctx.db.execute(sql`delete from app.migrations where id > 30`);
  await ctx.close();
  const ENCRYPTION_KEY = 'a'.repeat(64);
  const words = /The database is of another version: .*npm run migrate/;
  const { code, lines } = await runDoctor({ DATA_DIR: place, SMTP_URL, ENCRYPTION_KEY });
  expect([code, lines.at(-1)]).toEqual([1, expect.stringMatching(words)]);
  const reseal = await finish(spawnScript('reseal', [], { DATA_DIR: place, ENCRYPTION_KEY }));
  expect(reseal).toMatchObject({ code: 1, output: expect.stringMatching(words) });
  const connection = await openEmbedded(place);
  expect(await queryRows(connection.db, sql`select id from app.migrations`)).toHaveLength(30);
  await connection.close();
});

test("no command creates a file in another user's DATA_DIR, not even as root: that user could not open it", async () => {
  const isRoot = process.getuid?.() === 0;
  const place = isRoot ? join(folder, 'foreign') : '/usr';
  if (isRoot) {
    mkdirSync(place);
    chownSync(place, 4321, 4321);
  }
  const { code, lines } = await runDoctor({ DATA_DIR: place });
  expect(lines).toContainEqual(
    expect.stringMatching(/^WRONG {2}DATA_DIR: .*(?:belongs to user 4321|cannot be written)/),
  );
  expect(existsSync(join(place, 'db'))).toBe(false);
  expect(code).toBe(1);
  if (!isRoot) return;
  // Not through a process that has the database open either: the folder of the backups would be root's.
  expect(await finish(spawnScript('backup', [], { DATA_DIR: place }))).toMatchObject({ code: 1 });
  expect(existsSync(join(place, 'backups'))).toBe(false);
  mkdirSync(join(place, 'db'));
  chownSync(join(place, 'db'), 4321, 4321);
  for (const script of ['backup', 'restore', 'migrate', 'seed', 'reseal']) {
    const ran = await finish(spawnScript(script, [folder], { DATA_DIR: place, ENCRYPTION_KEY: 'a'.repeat(64) }));
    expect(ran, script).toMatchObject({
      code: 1,
      output: expect.stringContaining('belongs to user 4321: run this as'),
    });
  }
  expect(readdirSync(join(place, 'db'))).toEqual([]);
  // Where root runs the product in it, root runs the commands, too.
  chownSync(join(place, 'db'), 0, 0);
  expect((await runDoctor({ DATA_DIR: place })).lines).toContainEqual(expect.stringMatching(/^fine {3}DATA_DIR/));
});
