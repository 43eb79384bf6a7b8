// Looks at configuration, database, storage, mail and clock, and says what to do. Ends with 1 if something is wrong.
import { access, constants, stat } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import { makeFolder } from '../src/api/db/folder.ts';
import { DataDirBusyError } from '../src/api/db/lock.ts';
import { readKeys } from '../src/api/enquiries/encryptionKeys.ts';
import { type Env, readEnv } from '../src/api/env.ts';
import { createLog } from '../src/api/log.ts';
import { type OpenContext, openContext } from '../src/api/openContext.ts';
import { explainError } from '../src/api/startErrors.ts';
import { openStorage } from '../src/api/storage/openStorage.ts';

let wrong = 0;

/** Says what a check found; answers whether it found it fine. */
async function look(what: string, check: () => Promise<string>): Promise<boolean> {
  try {
    console.log(`fine   ${what}: ${await check()}`);
    return true;
  } catch (error) {
    wrong += 1;
    console.log(`WRONG  ${what}: ${explainError(error)}`);
    return false;
  }
}

async function checkDataDir({ dataDir }: Env): Promise<string> {
  makeFolder(dataDir);
  await access(dataDir, constants.W_OK);
  const { uid } = await stat(dataDir);
  if (process.getuid?.() === 0 && uid !== 0) {
    throw new Error(`belongs to user ${uid}: run this as that user, whom files made by root would lock out`);
  }
  return dataDir;
}

async function checkMail({ smtpUrl }: Env): Promise<string> {
  if (!smtpUrl) return 'without SMTP_URL each mail is a file in DATA_DIR/outbox; nobody receives it';
  await createTransport(smtpUrl)
    .verify()
    .catch(({ code, responseCode, message }) => {
      if (code === 'EAUTH') throw new Error(`the server refuses the user or password of SMTP_URL (${responseCode})`);
      throw new Error(`the server of SMTP_URL does not answer as one: ${message}`);
    });
  return 'the mail server lets us in';
}

async function checkStorage(env: Env): Promise<string> {
  const storage = openStorage(env);
  await storage.check();
  // Reading may be allowed where writing is not.
  const probe = `${'0'.repeat(32)}_1x1.webp`;
  await storage.put(probe, Buffer.from('doctor'), 'image/webp');
  const back = await storage.get(probe);
  const { publicUrl } = storage;
  const seen = publicUrl === undefined || (await fetch(`${publicUrl}/${probe}`).catch(() => undefined))?.ok;
  await storage.remove(probe);
  if (back?.toString() !== 'doctor') throw new Error('a file that was kept there does not come back');
  if (!seen) {
    throw new Error(`${publicUrl} does not show what is kept: look at public= in STORAGE_URL, and who may read`);
  }
  return env.storageUrl ? 'the bucket lets us in' : 'a folder in DATA_DIR';
}

async function checkClock(ctx: OpenContext): Promise<string> {
  const { rows } = (await ctx.db.execute(sql`select extract(epoch from now()) as seconds`)) as unknown as {
    rows: { seconds: string }[];
  };
  const apart = Math.abs(Date.now() / 1000 - Number(rows[0]?.seconds));
  if (apart > 30) throw new Error(`${Math.round(apart)} s apart from the database's: let both follow a time server`);
  return 'agrees with the database';
}

async function examine(env: Env): Promise<void> {
  const writable = await look('DATA_DIR', () => checkDataDir(env));
  await look('mail', () => checkMail(env));
  if (writable || env.storageUrl) await look('storage', () => checkStorage(env));
  if (!writable) return;
  let ctx: OpenContext | undefined;
  await look('database', async () => {
    ctx = await openContext(env, createLog('silent')).catch((error) => {
      if (error instanceof DataDirBusyError) return undefined;
      throw error;
    });
    if (!ctx) return 'embedded, and the product has it open; ask /readyz';
    return env.databaseUrl ? 'PostgreSQL answers' : 'embedded, opens';
  });
  const open = ctx;
  if (open) await look('clock', () => checkClock(open));
  await open?.close();
}

let env: Env | undefined;
await look('configuration', async () => {
  env = readEnv(process.env);
  if (env.encryptionKey) readKeys(env);
  if (env.storageUrl) openStorage(env);
  return 'every variable can be read';
});
if (env && !wrong) await examine(env);
process.exit(wrong ? 1 : 0);
