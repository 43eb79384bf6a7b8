import { createHash, randomBytes } from 'node:crypto';
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
import { enquiries } from './enquiries.tables.ts';
import { createVault, type Vault } from './vault.ts';

/** Opens the vault, and says in the log what the owner must know about its key. Throws EnvError. */
export async function openVault(env: Env, db: Database, log: Logger): Promise<Vault> {
  const { keys, made } = readKeys(env);
  if (made && (await db.$count(enquiries))) {
    log.error('a new key was made, but there are messages sealed with another one: put that key back to read them');
  }
  if (made && env.databaseUrl) {
    log.warn('ENCRYPTION_KEY is not set: messages are sealed with a key made in DATA_DIR/keys; back that folder up');
  }
  return createVault(keys);
}

/** The keys of the vault, oldest first, and whether one had to be made just now. */
interface Keys {
  keys: Buffer[];
  made: boolean;
}

/**
 * ENCRYPTION_KEY, or the key kept in DATA_DIR/keys, made there once with owner-only rights. Several keys are separated
 * by commas, oldest first: to change the key, add the new one at the end and keep the old ones while messages sealed
 * with them are there.
 */
export function readKeys({ encryptionKey, dataDir }: Pick<Env, 'encryptionKey' | 'dataDir'>): Keys {
  if (encryptionKey) return { keys: parseKeys(encryptionKey, 'ENCRYPTION_KEY'), made: false };
  const path = keyFile(dataDir);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const made = writeOnce(path, () => `${randomBytes(32).toString('hex')}\n`);
  return { keys: readKeyFile(path), made };
}

/** Where DATA_DIR keeps the key. */
export const keyFile = (dataDir: string) => join(dataDir, 'keys', 'enquiries.key');

/** The keys in a file, oldest first. Throws EnvError, or the error of the file system. */
export const readKeyFile = (path: string): Buffer[] => parseKeys(readFileSync(path, 'utf8'), path);

/** The keys that are there now, oldest first; none is made. */
export function findKeys({ encryptionKey, dataDir }: Pick<Env, 'encryptionKey' | 'dataDir'>): Buffer[] {
  if (encryptionKey) return parseKeys(encryptionKey, 'ENCRYPTION_KEY');
  return existsSync(keyFile(dataDir)) ? readKeyFile(keyFile(dataDir)) : [];
}

/** Tells keys apart without giving one away. */
export const keyMark = (key: Buffer): string => createHash('sha256').update('key mark').update(key).digest('hex');

/** Writes a key unless one is there: complete and on the disk before it has its name, so nobody reads half of it. */
function writeOnce(path: string, make: () => string): boolean {
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeSync(file, make());
    fsyncSync(file);
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    closeSync(file);
    rmSync(draft, { force: true });
  }
}

/** The keys themselves stay out of the message. */
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
