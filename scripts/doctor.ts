// Looks at configuration, database, storage, mail and clock, and says what to do. Ends with 1 if something is wrong.
import { access, constants, mkdir } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import { DataDirBusy } from '../src/api/db/lock.ts';
import { type Env, readEnv } from '../src/api/env.ts';
import { createLog } from '../src/api/log.ts';
import { openPlatform } from '../src/api/main.ts';
import { explain } from './faults.ts';

let wrong = 0;

async function look(what: string, check: () => Promise<string>): Promise<void> {
  try {
    console.log(`fine   ${what}: ${await check()}`);
  } catch (error) {
    wrong += 1;
    console.log(`WRONG  ${what}: ${explain(error)}`);
  }
}

async function examine(env: Env): Promise<void> {
  await look('DATA_DIR', async () => {
    await mkdir(env.dataDir, { recursive: true });
    await access(env.dataDir, constants.W_OK);
    return env.dataDir;
  });
  await look('mail', async () => {
    if (!env.smtpUrl) return 'without SMTP_URL each mail is a file in DATA_DIR/outbox; nobody receives it';
    await createTransport(env.smtpUrl).verify();
    return 'the mail server lets us in';
  });
  const platform = await openPlatform(env, createLog('silent')).catch((error) => {
    if (error instanceof DataDirBusy) console.log(`fine   database: the product runs (${error.message}); ask /readyz`);
    else {
      wrong += 1;
      console.log(`WRONG  database: ${explain(error)}`);
    }
    return undefined;
  });
  if (!platform) return;
  await look('database', async () => (env.databaseUrl ? 'PostgreSQL answers' : 'embedded, opens'));
  await look('storage', async () => {
    const { storage } = platform;
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
  });
  await look('clock', async () => {
    const { rows } = (await platform.db.execute(sql`select extract(epoch from now()) as seconds`)) as unknown as {
      rows: { seconds: string }[];
    };
    const apart = Math.abs(Date.now() / 1000 - Number(rows[0]?.seconds));
    if (apart > 30) throw new Error(`${Math.round(apart)} s apart from the database's: let both follow a time server`);
    return 'agrees with the database';
  });
  await platform.close();
}

await look('configuration', async () => {
  readEnv(process.env);
  return 'every variable can be read';
});
if (!wrong) await examine(readEnv(process.env));
process.exit(wrong ? 1 : 0);
