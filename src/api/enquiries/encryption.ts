import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts what people confide in the practice, before it reaches the database. */
export interface Encryption {
  /** Encrypts the value as JSON with AES-256-GCM. `additionalData` binds it to its row: elsewhere it does not decrypt. */
  encrypt(value: unknown, additionalData: string): Buffer;
  /** Throws where key, bytes or `additionalData` differ from those of `encrypt`. */
  decrypt(encrypted: Buffer, additionalData: string): unknown;
  /** Keyed hash (HMAC): equal for equal texts, says nothing about them without the key. */
  fingerprint(text: string): string;
  /** The fingerprints a text may be stored under, one per key. */
  fingerprints(text: string): string[];
}

const ivBytes = 12;
const tagBytes = 16;

/**
 * `keys` are 32 bytes each, oldest first: the newest encrypts, all of them decrypt. Layout of the result: key number
 * (1 byte), IV, tag, ciphertext.
 */
export function createEncryption(keys: Buffer[]): Encryption {
  const pairs = keys.map((key) => ({
    cipherKey: deriveKey(key, 'enquiries: seal'),
    hmacKey: deriveKey(key, 'enquiries: mark'),
  }));
  const newest = pairs.at(-1);
  if (!newest) throw new Error('encryption needs a key');
  const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('hex');
  return {
    encrypt(value, additionalData) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', newest.cipherKey, iv).setAAD(Buffer.from(additionalData));
      const ciphertext = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(pairs.length), iv, cipher.getAuthTag(), ciphertext]);
    },
    decrypt(encrypted, additionalData) {
      const pair = pairs[(encrypted[0] ?? 0) - 1];
      if (!pair) throw new Error('encrypted with a key that is missing');
      const iv = encrypted.subarray(1, 1 + ivBytes);
      const tag = encrypted.subarray(1 + ivBytes, 1 + ivBytes + tagBytes);
      const decipher = createDecipheriv('aes-256-gcm', pair.cipherKey, iv, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(additionalData)).setAuthTag(tag);
      const text = Buffer.concat([decipher.update(encrypted.subarray(1 + ivBytes + tagBytes)), decipher.final()]);
      return JSON.parse(text.toString('utf8'));
    },
    fingerprint: (text) => hmac(newest.hmacKey, text),
    fingerprints: (text) => pairs.map((pair) => hmac(pair.hmacKey, text)),
  };
}

/** Derives separate keys for encryption and fingerprints (HKDF). Stored data depends on the purposes' names. */
const deriveKey = (key: Buffer, purpose: string) => Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), purpose, 32));
