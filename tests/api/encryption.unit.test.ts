import { randomBytes } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createEncryption } from '../../src/api/encryption/encryption.ts';
import { findKeys, saveNewKey } from '../../src/api/encryption/encryptionKeys.ts';
import { tempFolder } from './cleanup.ts';

const key = randomBytes(32);
const encryption = createEncryption([key]);
const secret = { message: 'Kızım geceleri uyuyamıyor.', surname: 'Işık' };

describe('encryption', () => {
  test('decrypts to the same value, and shows none of it', () => {
    const encrypted = encryption.encrypt(secret, 'row 1');
    expect(encryption.decrypt(encrypted, 'row 1')).toEqual(secret);
    for (const word of ['uyu', 'Işık']) expect(encrypted.includes(word)).toBe(false);
  });

  test('encrypts the same words differently each time', () => {
    expect(encryption.encrypt(secret, 'row 1').equals(encryption.encrypt(secret, 'row 1'))).toBe(false);
  });

  test('does not decrypt what was moved to another row, changed in any byte or encrypted with another key', () => {
    const encrypted = encryption.encrypt(secret, 'row 1');
    expect(() => encryption.decrypt(encrypted, 'row 2')).toThrow();
    for (const at of [0, 1, 13, 29, encrypted.length - 1]) {
      const changed = Buffer.from(encrypted);
      changed[at] = (changed[at] as number) ^ 1;
      expect(() => encryption.decrypt(changed, 'row 1'), `byte ${at}`).toThrow();
    }
    expect(() => createEncryption([randomBytes(32)]).decrypt(encrypted, 'row 1')).toThrow();
    expect(() => encryption.decrypt(encrypted.subarray(0, 20), 'row 1')).toThrow();
  });

  test('decrypts with old keys and encrypts with the newest', () => {
    const next = createEncryption([key, randomBytes(32)]);
    expect(next.decrypt(encryption.encrypt(secret, 'row 1'), 'row 1')).toEqual(secret);
    expect(next.encrypt(secret, 'row 1').subarray(1, 9).toString('hex')).toBe(next.keyIds[1]);
    expect(next.fingerprints('a@ornek.com')).toContain(encryption.fingerprint('a@ornek.com'));
    expect(next.fingerprint('a@ornek.com')).not.toBe(encryption.fingerprint('a@ornek.com'));
  });

  test('an older key may be removed or stand elsewhere: a value names its key, not its place', () => {
    const [second, third] = [randomBytes(32), randomBytes(32)];
    const encrypted = createEncryption([key, second]).encrypt(secret, 'row 1');
    for (const keys of [[second], [second, third], [third, second, key]])
      expect(createEncryption(keys).decrypt(encrypted, 'row 1')).toEqual(secret);
    expect(() => createEncryption([key, third]).decrypt(encrypted, 'row 1')).toThrow('a key that is missing');
  });

  test('decrypts what earlier versions wrote, whatever place its key has now', () => {
    const second = randomBytes(32);
    // Their values began with the place of the key, in the list of that time.
    const encrypted = Buffer.concat([Buffer.of(2), createEncryption([second]).encrypt(secret, 'row 1').subarray(9)]);
    for (const keys of [[key, second], [second], [second, key]])
      expect(createEncryption(keys).decrypt(encrypted, 'row 1')).toEqual(secret);
    expect(() => encryption.decrypt(encrypted, 'row 1')).toThrow();
    const [, mark] = createEncryption([second]).fingerprint('a@ornek.com').split('.');
    expect(createEncryption([key, second]).fingerprints('a@ornek.com')).toContain(mark);
  });
});

describe('the key', () => {
  const dataDir = tempFolder('keys');

  test('is saved once in DATA_DIR, readable by its owner alone', () => {
    expect(findKeys({ encryptionKey: undefined, dataDir })).toEqual([]);
    expect(saveNewKey(dataDir, key)).toEqual([key]);
    expect(saveNewKey(dataDir, randomBytes(32))).toEqual([key]);
    expect(findKeys({ encryptionKey: undefined, dataDir })).toEqual([key]);
    expect(statSync(join(dataDir, 'keys', 'enquiries.key')).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'keys')).mode & 0o777).toBe(0o700);
  });

  test.each([
    ['hex', key.toString('hex')],
    ['base64', key.toString('base64')],
    ['base64url', key.toString('base64url')],
  ])('is read as %s', (_, encryptionKey) => {
    expect(findKeys({ encryptionKey, dataDir })).toEqual([key]);
  });

  test.each(['short', 'g'.repeat(64), key.toString('hex').slice(2), `${key.toString('base64')},`, 'ş'.repeat(44)])(
    'that cannot be one stops the start without being repeated (%s)',
    (encryptionKey) => {
      expect(() => findKeys({ encryptionKey, dataDir })).toThrow(/^ENCRYPTION_KEY must be 32 bytes in hex or base64/);
    },
  );

  test('whose file was cut off is not quietly replaced', () => {
    writeFileSync(join(dataDir, 'keys', 'enquiries.key'), 'abc');
    expect(() => findKeys({ encryptionKey: undefined, dataDir })).toThrow('enquiries.key');
  });
});
