// Checks configuration, database, storage, mail and clock, and says what to do. Exits with 1 if something is wrong.
import { access, constants, stat } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import { connectToRunningProcess } from '../src/api/controlSocket.ts';
import { makeFolder } from '../src/api/db/folder.ts';
import { DataDirBusyError } from '../src/api/db/lock.ts';
import { queryRows } from '../src/api/db/sql.ts';
import { readKeys } from '../src/api/enquiries/encryptionKeys.ts';
import { type Env, readEnv } from '../src/api/env.ts';
import { createLog } from '../src/api/log.ts';
import { tlsOptions } from '../src/api/mail/transport.ts';
import { type OpenContext, openContext } from '../src/api/openContext.ts';
import { type KeyReport, reportKeys, sumOf } from '../src/api/reseal/reseal.service.ts';
import { explainError } from '../src/api/startErrors.ts';
import { openStorage } from '../src/api/storage/openStorage.ts';

let failures = 0;

/** Runs a check and prints its result; answers whether it passed. */
async function runCheck(name: string, check: () => Promise<string>): Promise<boolean> {
  try {
    console.log(`fine   ${name}: ${await check()}`);
    return true;
  } catch (error) {
    failures += 1;
    console.log(`WRONG  ${name}: ${explainError(error)}`);
    return false;
  }
}

async function checkDataDir({ dataDir }: Env): Promise<string> {
  makeFolder(dataDir);
  await access(dataDir, constants.W_OK);
  const { uid, mode } = await stat(dataDir);
  if (process.getuid?.() === 0 && uid !== 0) {
    throw new Error(`belongs to user ${uid}: run this as that user, whom files made by root would lock out`);
  }
  if (mode & 0o022) throw new Error(`others may write into ${dataDir}: chmod 700`);
  return mode & 0o055 ? `${dataDir} (others may look into it: chmod 700 unless that is meant)` : dataDir;
}

async function checkMail({ smtpUrl }: Env): Promise<string> {
  if (!smtpUrl) return 'without SMTP_URL each mail is a file in DATA_DIR/outbox; nobody receives it';
  await createTransport({ url: smtpUrl, ...tlsOptions(smtpUrl) })
    .verify()
    .catch(({ code, responseCode, message }) => {
      if (code === 'ETLS') throw new Error('the server of SMTP_URL offers no TLS: nothing is sent to it in the clear');
      if (code === 'EAUTH') throw new Error(`the server refuses the user or password of SMTP_URL (${responseCode})`);
      throw new Error(`the server of SMTP_URL does not answer as one: ${message}`);
    });
  return 'the mail server lets us in';
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

async function checkClock(ctx: OpenContext): Promise<string> {
  const [row] = await queryRows<{ seconds: string }>(ctx.db, sql`select extract(epoch from now()) as seconds`);
  const differenceSeconds = Math.abs(Date.now() / 1000 - Number(row?.seconds));
  if (differenceSeconds > 30)
    throw new Error(`${Math.round(differenceSeconds)} s apart from the database's: let both follow a time server`);
  return 'agrees with the database';
}

/** Says which rows need which keys; `report` comes from the process that has the database open, or from here. */
function checkKeys({ keys, older, missing }: KeyReport): string {
  if (sumOf(missing)) throw new Error(`${sumOf(missing)} rows need a key that is missing: put it back to read them`);
  if (sumOf(older)) return `${sumOf(older)} rows were written with an older key: npm run reseal moves them`;
  return keys > 1 ? 'no row needs the older keys: they can be removed' : 'every row names the newest key';
}

async function askForKeys(dataDir: string): Promise<KeyReport | undefined> {
  const ask = await connectToRunningProcess(dataDir, 'keys');
  let report: KeyReport | undefined;
  await ask?.(async (line) => {
    report = JSON.parse(line);
  });
  return report;
}

async function checkEnvironment(env: Env): Promise<void> {
  const isWritable = await runCheck('DATA_DIR', () => checkDataDir(env));
  await runCheck('mail', () => checkMail(env));
  if (isWritable || env.storageUrl) await runCheck('storage', () => checkStorage(env));
  if (!isWritable) return;
  let ctx: OpenContext | undefined;
  await runCheck('database', async () => {
    ctx = await openContext(env, createLog('silent')).catch((error) => {
      if (error instanceof DataDirBusyError) return undefined;
      throw error;
    });
    if (!ctx) return 'embedded, and the product has it open; ask /readyz';
    if (!env.databaseUrl) return 'embedded, opens';
    const [row] = await queryRows<{ ssl: boolean }>(
      ctx.db,
      sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`,
    );
    return `PostgreSQL answers, ${row?.ssl ? 'over TLS' : 'without TLS'}`;
  });
  const open = ctx;
  if (open) await runCheck('clock', () => checkClock(open));
  const report = open ? await reportKeys(open) : await askForKeys(env.dataDir);
  if (report) await runCheck('keys', async () => checkKeys(report));
  await open?.close();
}

let env: Env | undefined;
await runCheck('configuration', async () => {
  env = readEnv(process.env);
  if (env.encryptionKey) readKeys(env);
  if (env.storageUrl) openStorage(env);
  return 'every variable can be read';
});
if (env && !failures) await checkEnvironment(env);
process.exit(failures ? 1 : 0);
