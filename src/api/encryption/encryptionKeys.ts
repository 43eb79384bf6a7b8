import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import type { Database } from '../db/connection.ts';
import { type Env, EnvError } from '../env.ts';
import { reportKeys, sumOf } from '../reseal/reseal.service.ts';
import { createEncryption, type Encryption } from './encryption.ts';

/**
 * Opens the keys; where there is none and the database holds nothing encrypted yet, makes one in DATA_DIR/keys, or
 * throws EnvError if it is to be left `asItIs`. Throws EnvError where the key of what the database holds is not here:
 * rows of two keys would fail in the processes that lack one of them.
 */
export async function openEncryption(env: Env, db: Database, log: Logger, asItIs: boolean): Promise<Encryption> {
  const keys = findKeys(env);
  if (keys.length) return createEncryption(keys);
  const key = randomBytes(32);
  if (sumOf((await reportKeys({ env, db, encryption: createEncryption([key]) })).older)) {
    const path = keyFile(env.dataDir);
    throw new EnvError(
      `The database holds rows encrypted with a key that is not here: set it as ENCRYPTION_KEY, or put it to ${path}. deploy/README.md says what to do if it is lost.`,
    );
  }
  if (asItIs) throw new EnvError('There is no key yet: the first start makes it.');
  if (env.databaseUrl) {
    log.warn(
      'ENCRYPTION_KEY is not set: rows are encrypted with a key generated in DATA_DIR/keys; back that folder up',
    );
  }
  return createEncryption(saveNewKey(env.dataDir, key));
}

/** Its name is that of the room that encrypted first: installations have the file. */
export const keyFile = (dataDir: string) => join(dataDir, 'keys', 'enquiries.key');

/** Reads the keys of a file, oldest first. Throws EnvError. */
export function readKeyFile(path: string): Buffer[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new EnvError(`The key ${path} cannot be read (${code}): give this user the file.`, { cause: error });
  }
  return parseKeys(text, path);
}

/**
 * Reads ENCRYPTION_KEY, or the keys in DATA_DIR/keys; none before the first start. Several are separated by commas,
 * oldest first: to change the key, add the new one at the end and keep the old ones until `npm run reseal` has moved
 * everything to the new one.
 */
export function findKeys({ encryptionKey, dataDir }: Pick<Env, 'encryptionKey' | 'dataDir'>): Buffer[] {
  if (encryptionKey) return parseKeys(encryptionKey, 'ENCRYPTION_KEY');
  return existsSync(keyFile(dataDir)) ? readKeyFile(keyFile(dataDir)) : [];
}

/**
 * Writes a key with owner-only rights unless there is one, and returns the keys that are there then. It is complete and
 * on the disk before it gets its name, so nobody reads half of it.
 */
export function saveNewKey(dataDir: string, key: Buffer): Buffer[] {
  const path = keyFile(dataDir);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeSync(file, `${key.toString('hex')}\n`);
    fsyncSync(file);
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    closeSync(file);
    rmSync(draft, { force: true });
  }
  return readKeyFile(path);
}

/** Throws EnvError, whose message does not contain the keys. */
function parseKeys(text: string, source: string): Buffer[] {
  return text.split(',').map((part) => {
    const value = part.trim();
    const key = Buffer.from(value, /^[0-9a-f]{64}$/i.test(value) ? 'hex' : 'base64');
    if (key.length !== 32 || !/^[\w+/-]{43,64}=?$/.test(value)) {
      throw new EnvError(`${source} must be 32 bytes in hex or base64 (several: separated by commas, oldest first)`);
    }
    return key;
  });
}
