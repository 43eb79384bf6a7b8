import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Door, DoorPerson } from '../../contract/door.ts';
import { sha256 } from '../hash.ts';

/**
 * Seals whose ticket a code is, so that only the code opens it: AES-256-GCM under HKDF-SHA-256 of the code, salted with
 * the event. Browsers open it (src/web/door/unseal.ts), so nothing of it may change on one side alone.
 */
export function seal(code: string, productId: string, person: DoorPerson): Door['sealed'][number] {
  const key = Buffer.from(hkdfSync('sha256', code, productId, 'door', 32));
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const ciphertext = Buffer.concat([cipher.update(JSON.stringify(person), 'utf8'), cipher.final()]);
  return { key: sha256(code), box: Buffer.concat([nonce, ciphertext, cipher.getAuthTag()]).toString('base64url') };
}
