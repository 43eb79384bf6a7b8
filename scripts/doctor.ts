// Checks configuration, address, disk, database, storage, mail, card service, clock and set-up, and says what to do.
// Exits with 1 if something is wrong.
import { access, constants, stat, statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import { openCardProvider } from '../src/api/cards/openProvider.ts';
import { connectToRunningProcess } from '../src/api/controlSocket.ts';
import { makeFolder, requireOwner } from '../src/api/db/folder.ts';
import { DataDirBusyError } from '../src/api/db/lock.ts';
import { queryRows } from '../src/api/db/sql.ts';
import { type DocumentReport, findChangedDocuments } from '../src/api/documents/verify.service.ts';
import { findKeys } from '../src/api/encryption/encryptionKeys.ts';
import { type Env, isLoopback, readEnv } from '../src/api/env.ts';
import { createLog } from '../src/api/log.ts';
import { tlsOptions } from '../src/api/mail/transport.ts';
import { type OpenContext, openContext } from '../src/api/openContext.ts';
import { type KeyReport, reportKeys, sumOf, toText } from '../src/api/reseal/reseal.service.ts';
import { readSetup } from '../src/api/setup/setup.service.ts';
import { explainError } from '../src/api/startErrors.ts';
import { openStorage } from '../src/api/storage/openStorage.ts';
import type { Setup, SetupStep } from '../src/contract/setup.ts';

let failures = 0;

/** Runs a check and prints its result; answers whether it passed. */
async function runCheck(name: string, check: () => Promise<string>): Promise<boolean> {
  try {
    console.log(`fine   ${name}: ${await check()}`);
    return true;
  } catch (error) {
    printFailure(name, error);
    return false;
  }
}

function printFailure(name: string, error: unknown): void {
  failures += 1;
  console.log(`WRONG  ${name}: ${explainError(error)}`);
}

async function checkDataDir({ dataDir }: Env): Promise<string> {
  makeFolder(dataDir);
  await access(dataDir, constants.W_OK);
  requireOwner(dataDir);
  const { mode } = await stat(dataDir);
  if (mode & 0o022) throw new Error(`others may write into ${dataDir}: chmod 700`);
  return mode & 0o055 ? `${dataDir} (others may look into it: chmod 700 unless that is meant)` : dataDir;
}

/** What people outside meet: HTTPS, and a proxy in front that does it, for the product does none. */
async function checkAddress({ siteUrl, publicApiUrl = siteUrl, trustedProxies }: Env): Promise<string> {
  if (isLoopback(new URL(siteUrl).hostname)) return `${siteUrl}, for this machine alone: a real site sets SITE_URL`;
  for (const [name, address] of Object.entries({ SITE_URL: siteUrl, PUBLIC_API_URL: publicApiUrl })) {
    if (/^https:/.test(address)) continue;
    throw new Error(
      `${name} sends passwords in the clear: put a proxy with HTTPS in front, and its https:// address there`,
    );
  }
  if (!trustedProxies.length) {
    throw new Error(
      'TRUSTED_PROXIES does not name the proxy that does HTTPS: all visitors count as one and share its limits',
    );
  }
  return siteUrl;
}

/** A release, a backup and the database's log fit in. */
const minFreeMb = 500;

async function checkDisk({ dataDir }: Env): Promise<string> {
  const { bavail, bsize } = await statfs(dataDir);
  const freeMb = Math.round((bavail * bsize) / 1e6);
  if (freeMb < minFreeMb) throw new Error(`${freeMb} MB are left; without room every write is refused`);
  return `${freeMb} MB are left`;
}

async function checkMail({ smtpUrl }: Env): Promise<string> {
  if (!smtpUrl) throw new Error('without SMTP_URL each mail is a file in DATA_DIR/outbox; nobody receives it');
  await createTransport({ url: smtpUrl, ...tlsOptions(smtpUrl) })
    .verify()
    .catch(({ code, responseCode, message }) => {
      if (code === 'ETLS') throw new Error('the server of SMTP_URL offers no TLS: nothing is sent to it in the clear');
      if (code === 'EAUTH') throw new Error(`the server refuses the user or password of SMTP_URL (${responseCode})`);
      if (/wrong version number|Greeting never received/.test(message)) {
        throw new Error('the server of SMTP_URL does not greet us: smtps:// is for port 465, smtp:// for 587');
      }
      throw new Error(`the server of SMTP_URL does not answer as one: ${message}`);
    });
  return `the mail server lets us in${new URL(smtpUrl).username ? '' : ', without a user'}`;
}

async function checkStorage(env: Env): Promise<string> {
  const storage = openStorage(env);
  await storage.check();
  // `check` only reads, and a key may be allowed to read but not to write.
  const probe = `${'0'.repeat(32)}_1x1.webp`;
  await storage.put(probe, Buffer.from('doctor'), 'image/webp');
  const content = await storage.get(probe);
  const { publicUrl } = storage;
  const isPublic = publicUrl === undefined || (await fetch(`${publicUrl}/${probe}`).catch(() => undefined))?.ok;
  await storage.remove(probe);
  if (content?.toString() !== 'doctor') throw new Error('a file that was kept there does not come back');
  if (!isPublic) {
    throw new Error(`${publicUrl} does not show what is kept: look at public= in STORAGE_URL, and who may read`);
  }
  return env.storageUrl ? 'the bucket lets us in' : 'a folder in DATA_DIR';
}

/** Asks the card service something harmless: wrong keys show, and a clock that is not the service's. */
async function checkCards(env: Env): Promise<string> {
  const provider = openCardProvider(env.cards);
  if (!provider) return 'off, CARD_PROVIDER names no service';
  const date = await provider.check();
  const apartSeconds = date ? Math.abs(Date.now() - date.getTime()) / 1000 : 0;
  if (apartSeconds > 60)
    throw new Error(
      `${provider.name}'s clock is ${Math.round(apartSeconds)} s apart: let this machine follow a time server`,
    );
  const isOpen = /^https:/.test(env.publicApiUrl ?? env.siteUrl);
  return `${provider.name} takes the keys${isOpen ? '' : '; it reaches only a public SITE_URL with https'}`;
}

async function checkServer({ db, connection }: OpenContext): Promise<string> {
  const [row] = await queryRows<{ ssl: boolean; read_only: string }>(
    db,
    sql`select ssl, current_setting('transaction_read_only') as read_only from pg_stat_ssl where pid = pg_backend_pid()`,
  );
  if (row?.read_only === 'on') throw new Error('takes no writes: is it a standby, or its disk nearly full?');
  const heard = Promise.withResolvers<boolean>();
  await connection.listen('doctor', () => heard.resolve(true));
  await connection.notify('doctor', '');
  if (!(await Promise.race([heard.promise, sleep(3000, false)]))) {
    throw new Error('messages between processes get lost: a pooler has to be in session mode (Supabase: port 5432)');
  }
  return `PostgreSQL answers, ${row?.ssl ? 'over TLS' : 'without TLS'}`;
}

async function checkClock(ctx: OpenContext): Promise<string> {
  const [row] = await queryRows<{ seconds: string }>(ctx.db, sql`select extract(epoch from now()) as seconds`);
  const differenceSeconds = Math.abs(Date.now() / 1000 - Number(row?.seconds));
  if (differenceSeconds > 30)
    throw new Error(`${Math.round(differenceSeconds)} s apart from the database's: let both follow a time server`);
  return 'agrees with the database';
}

function checkKeys({ keys, older, missing }: KeyReport): string {
  if (sumOf(missing)) throw new Error(`${sumOf(missing)} rows need a key that is missing: put it back to read them`);
  if (sumOf(older))
    return `${sumOf(older)} rows were written with an older key: npm run reseal moves them, except sent notices (${toText(older)})`;
  return keys > 1 ? 'no row needs the older keys: they can be removed' : 'every row names the newest key';
}

function checkDocuments({ count, problems }: DocumentReport): string {
  if (problems.length) throw new Error(problems.slice(0, 20).join('; '));
  return `${count} documents of orders are what they were`;
}

/** The answer of the process that has the embedded database open. Throws where it gives none, or ends in the middle. */
async function askRunningProcess<Answer>(dataDir: string, command: 'keys' | 'setup' | 'documents'): Promise<Answer> {
  try {
    const ask = await connectToRunningProcess(dataDir, command);
    let last = '';
    await ask?.(async (line) => {
      last = line;
    });
    return JSON.parse(last);
  } catch {
    throw new Error('the product has the database open and does not answer: run this again, or stop it for this');
  }
}

/** What the owner has to do, by step of the setup that the dashboard shows too. */
const setupProblems: Record<SetupStep, (setup: Setup) => string> = {
  identity: ({ identity }) =>
    `${identity.missing.join(', ')} blank or the sample's: the owner writes them in Site bilgileri`,
  payment: () => 'no account for transfers, or no way to pay: the owner writes it in Ödeme ayarları',
  mail: () => 'no test mail was handed over yet: the owner sends one from Kurulum on the dashboard',
  words: ({ words }) => {
    const names = words.left.filter(({ kind }) => kind === 'sample').map(({ name }) => name);
    return `${names.join(', ')} hold the sample's words: the owner writes their own, or removes the samples in Kurulum`;
  },
  samples: ({ samples }) => `${samples.left} rows of the sample content are public: remove them in Kurulum`,
  legal: ({ legal }) =>
    legal.untrue.length
      ? `${legal.untrue.join(', ')} promise another number of days than ENQUIRY_RETENTION_DAYS=${legal.enquiry_days}`
      : 'nobody noted that a lawyer read the legal texts: tick it in Kurulum once one did',
  etbis: () =>
    'no address of the ETBİS record: who takes orders on a site registers there first, then writes it in Site bilgileri',
  admin: () => 'admin@ornek.com is an admin, and nobody reads its mail: make another one, deactivate it',
};

async function checkSetup(setup: Setup): Promise<void> {
  for (const step of Object.keys(setupProblems) as SetupStep[]) {
    await runCheck(`setup, ${step}`, async () => {
      if (!setup[step].done) throw new Error(setupProblems[step](setup));
      return 'done';
    });
  }
}

async function checkEnvironment(env: Env): Promise<void> {
  await runCheck('address', () => checkAddress(env));
  const isWritable = await runCheck('DATA_DIR', () => checkDataDir(env));
  if (isWritable) await runCheck('disk', () => checkDisk(env));
  await runCheck('mail', () => checkMail(env));
  await runCheck('cards', () => checkCards(env));
  if (isWritable || env.storageUrl) await runCheck('storage', () => checkStorage(env));
  if (!isWritable) return;
  let ctx: OpenContext | undefined;
  const isReadable = await runCheck('database', async () => {
    ctx = await openContext(env, createLog('silent'), { asItIs: true }).catch((error) => {
      if (error instanceof DataDirBusyError) return undefined;
      throw error;
    });
    if (!ctx) return 'embedded, and the product has it open; ask /readyz';
    if (!env.databaseUrl) return 'embedded, opens';
    return checkServer(ctx);
  });
  if (!isReadable) return;
  const open = ctx;
  if (open) await runCheck('clock', () => checkClock(open));
  const read = <Answer>(command: 'keys' | 'setup' | 'documents', here: (open: OpenContext) => Promise<Answer>) =>
    open ? here(open) : askRunningProcess<Answer>(env.dataDir, command);
  await runCheck('keys', async () => checkKeys(await read('keys', reportKeys)));
  await read('setup', readSetup).then(checkSetup, (error) => printFailure('setup', error));
  await runCheck('documents', async () => checkDocuments(await read('documents', findChangedDocuments)));
  await open?.close();
}

let env: Env | undefined;
await runCheck('configuration', async () => {
  env = readEnv(process.env);
  findKeys(env);
  if (env.storageUrl) openStorage(env);
  return 'every variable can be read';
});
if (env && !failures) await checkEnvironment(env);
process.exit(failures ? 1 : 0);
