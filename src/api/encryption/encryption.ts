import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { sha256 } from '../hash.ts';
import { randomBytes } from '../randomBytes.ts';

/** Encrypts what the database alone must not reveal: enquiries, tickets, documents, second factors and the like. */
export interface Encryption {
  /** Encrypts the value as JSON with AES-256-GCM. `additionalData` binds it to its row: only there it decrypts. */
  encrypt(value: unknown, additionalData: string): Buffer;
  /** Throws where key, bytes or `additionalData` differ from those of `encrypt`. */
  decrypt(encrypted: Buffer, additionalData: string): unknown;
  /** As `decrypt`; undefined where that throws. For whatever has to go on when a key is lost. */
  tryDecrypt(encrypted: Buffer, additionalData: string): unknown;
  /** Keyed hash (HMAC): equal for equal texts, says nothing about them without the key. */
  fingerprint(text: string): string;
  /** The fingerprints a text may be stored under, of every key and form. */
  fingerprints(text: string): string[];
  /** Ids of the keys, oldest first: encrypted values and fingerprints name them. */
  keyIds: string[];
}

const idBytes = 8;
const ivBytes = 12;
const tagBytes = 16;
/** First byte of encrypted values that name their key. Those of earlier versions begin with the key's place, from 1. */
const namesKey = 0;

/** Identifies a key without revealing it. Backups store it, so its prefix must not change. */
export const keyFingerprint = (key: Buffer): string => sha256(Buffer.concat([Buffer.from('key mark'), key]));

/**
 * `keys` are 32 bytes each, oldest first: the newest encrypts, all of them decrypt. Layout of the result: 0 (1 byte),
 * id of the key (8 bytes), IV, tag, ciphertext. Fingerprints are the key's id, a dot and the HMAC.
 */
export function createEncryption(keys: Buffer[]): Encryption {
  const entries = keys.map((key) => {
    const id = keyFingerprint(key).slice(0, idBytes * 2);
    // Key objects: bytes would be made one again for each value, which takes longer than encrypting it.
    const cipherKey = createSecretKey(deriveKey(key, 'enquiries: seal'));
    const hmacKey = createSecretKey(deriveKey(key, 'enquiries: mark'));
    return { id, prefix: Buffer.concat([Buffer.of(namesKey), Buffer.from(id, 'hex')]), cipherKey, hmacKey };
  });
  const newest = entries.at(-1);
  if (!newest) throw new Error('encryption needs a key');
  const hmac = (key: KeyObject, text: string) => createHmac('sha256', key).update(text).digest('hex');
  const decrypt: Encryption['decrypt'] = (encrypted, additionalData) => {
    if (encrypted[0] === namesKey) {
      const entry = entries.find(({ prefix }) => prefix.equals(encrypted.subarray(0, prefix.length)));
      if (!entry) throw new Error('encrypted with a key that is missing');
      return open(entry.cipherKey, encrypted.subarray(entry.prefix.length), additionalData);
    }
    // The place it names is that of a list which may have become shorter since: the tag tells which key fits.
    for (const { cipherKey } of entries) {
      try {
        return open(cipherKey, encrypted.subarray(1), additionalData);
      } catch {}
    }
    throw new Error('encrypted with a key that is missing, or changed since');
  };
  return {
    encrypt(value, additionalData) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', newest.cipherKey, iv).setAAD(Buffer.from(additionalData));
      const ciphertext = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return Buffer.concat([newest.prefix, iv, cipher.getAuthTag(), ciphertext]);
    },
    decrypt,
    tryDecrypt(encrypted, additionalData) {
      try {
        return decrypt(encrypted, additionalData);
      } catch {
        return undefined;
      }
    },
    fingerprint: (text) => `${newest.id}.${hmac(newest.hmacKey, text)}`,
    fingerprints: (text) =>
      entries.flatMap(({ id, hmacKey }) => {
        const mark = hmac(hmacKey, text);
        return [`${id}.${mark}`, mark];
      }),
    keyIds: entries.map(({ id }) => id),
  };
}

/** Opens IV, tag and ciphertext. */
function open(cipherKey: KeyObject, encrypted: Buffer, additionalData: string): unknown {
  const iv = encrypted.subarray(0, ivBytes);
  const tag = encrypted.subarray(ivBytes, ivBytes + tagBytes);
  const decipher = createDecipheriv('aes-256-gcm', cipherKey, iv, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(additionalData)).setAuthTag(tag);
  const text = Buffer.concat([decipher.update(encrypted.subarray(ivBytes + tagBytes)), decipher.final()]);
  return JSON.parse(text.toString('utf8'));
}

/** Derives a key for one purpose (HKDF). Stored data depends on the purposes' names, so they keep theirs. */
export const deriveKey = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), purpose, 32));
