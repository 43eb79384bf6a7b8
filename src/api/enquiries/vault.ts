import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Seals what people confide in us. The database holds only what comes out of here. */
export interface Vault {
  /** AES-256-GCM over the value as JSON, bound to `about`: moved to another row, it does not open. */
  seal(value: unknown, about: string): Buffer;
  /** Throws where key, bytes or `about` are not those it was sealed with. */
  open(sealed: Buffer, about: string): unknown;
  /** A keyed fingerprint: equal for equal texts, and says nothing about them without the key. */
  mark(text: string): string;
  /** The fingerprints a text may have been stored under, one a key. */
  marks(text: string): string[];
}

const ivLength = 12;
const tagLength = 16;

/**
 * Layout of what is sealed: key number (1 byte), IV, tag, ciphertext. `keys` are 32 bytes each, oldest first;
 * the newest seals, all of them open.
 */
export function createVault(keys: Buffer[]): Vault {
  const pairs = keys.map((key) => ({ cipher: derive(key, 'enquiries: seal'), mark: derive(key, 'enquiries: mark') }));
  const newest = pairs.at(-1);
  if (!newest) throw new Error('a vault needs a key');
  const markWith = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('hex');
  return {
    seal(value, about) {
      const iv = randomBytes(ivLength);
      const cipher = createCipheriv('aes-256-gcm', newest.cipher, iv).setAAD(Buffer.from(about));
      const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(pairs.length), iv, cipher.getAuthTag(), sealed]);
    },
    open(sealed, about) {
      const pair = pairs[(sealed[0] ?? 0) - 1];
      if (!pair) throw new Error('sealed with a key that is not here');
      const iv = sealed.subarray(1, 1 + ivLength);
      const tag = sealed.subarray(1 + ivLength, 1 + ivLength + tagLength);
      const decipher = createDecipheriv('aes-256-gcm', pair.cipher, iv, { authTagLength: tagLength });
      decipher.setAAD(Buffer.from(about)).setAuthTag(tag);
      const text = Buffer.concat([decipher.update(sealed.subarray(1 + ivLength + tagLength)), decipher.final()]);
      return JSON.parse(text.toString('utf8'));
    },
    mark: (text) => markWith(newest.mark, text),
    marks: (text) => pairs.map((pair) => markWith(pair.mark, text)),
  };
}

/** One purpose, one key: what is learnt about one of them says nothing about the other. */
const derive = (key: Buffer, purpose: string) => Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), purpose, 32));
