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
import { createEncryption, type Encryption } from './encryption.ts';
import { enquiries } from './enquiries.tables.ts';

/** Reads or generates the keys, and logs what the owner must know about them. Throws EnvError. */
export async function openEncryption(env: Env, db: Database, log: Logger): Promise<Encryption> {
  const { keys, generated } = readKeys(env);
  if (generated && (await db.$count(enquiries))) {
    log.error(
      'a new key was generated, but there are messages encrypted with another one: put that key back to read them',
    );
  }
  if (generated && env.databaseUrl) {
    log.warn(
      'ENCRYPTION_KEY is not set: messages are encrypted with a key generated in DATA_DIR/keys; back that folder up',
    );
  }
  return createEncryption(keys);
}

/** The keys, oldest first, and whether one was generated just now. */
interface Keys {
  keys: Buffer[];
  generated: boolean;
}

/**
 * Reads ENCRYPTION_KEY, or the key in DATA_DIR/keys, which is generated once with owner-only rights. Several keys are
 * separated by commas, oldest first: to change the key, add the new one at the end and keep the old ones until
 * `npm run reseal` has moved everything to the new one.
 */
export function readKeys({ encryptionKey, dataDir }: Pick<Env, 'encryptionKey' | 'dataDir'>): Keys {
  if (encryptionKey) return { keys: parseKeys(encryptionKey, 'ENCRYPTION_KEY'), generated: false };
  const path = keyFile(dataDir);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const generated = writeOnce(path, () => `${randomBytes(32).toString('hex')}\n`);
  return { keys: readKeyFile(path), generated };
}

export const keyFile = (dataDir: string) => join(dataDir, 'keys', 'enquiries.key');

/** Reads the keys of a file, oldest first. Throws EnvError or a file system error. */
export const readKeyFile = (path: string): Buffer[] => parseKeys(readFileSync(path, 'utf8'), path);

/** Reads the existing keys, oldest first, without generating one. */
export function findKeys({ encryptionKey, dataDir }: Pick<Env, 'encryptionKey' | 'dataDir'>): Buffer[] {
  if (encryptionKey) return parseKeys(encryptionKey, 'ENCRYPTION_KEY');
  return existsSync(keyFile(dataDir)) ? readKeyFile(keyFile(dataDir)) : [];
}

/** Writes a key unless one exists. It is complete and on the disk before it gets its name, so nobody reads half of it. */
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
