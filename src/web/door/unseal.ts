import type { Door, DoorPerson } from '../../contract/door.ts';

type SealedList = Door['sealed'];

const toBytes = (text: string) => new TextEncoder().encode(text);

async function hash(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', toBytes(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Opens whose ticket a code is; undefined where the list does not know it. The other side is src/api/door/seal.ts. */
export async function unseal(code: string, productId: string, sealed: SealedList): Promise<DoorPerson | undefined> {
  const key = await hash(code);
  const found = sealed.find((each) => each.key === key);
  if (!found) return undefined;
  const box = Uint8Array.from(atob(found.box.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
  const secret = await crypto.subtle.importKey('raw', toBytes(code), 'HKDF', false, ['deriveKey']);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: toBytes(productId), info: toBytes('door') };
  const cipher = { name: 'AES-GCM', length: 256 };
  const boxKey = await crypto.subtle.deriveKey(derivation, secret, cipher, false, ['decrypt']);
  const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: box.subarray(0, 12) }, boxKey, box.subarray(12));
  return JSON.parse(new TextDecoder().decode(opened));
}
