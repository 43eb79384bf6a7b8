import { randomBytes, timingSafeEqual } from 'node:crypto';
import { id as uuid } from '../../contract/endpoint.ts';
import type { Encryption } from '../encryption/encryption.ts';

const partBytes = 16;

/** What the product signs: an event, and a number that is this link's alone. */
const toSignedText = (product: Buffer, nonce: Buffer) => `feedback ${product.toString('hex')} ${nonce.toString('hex')}`;

/** The hash of a fingerprint, without the id of its key. */
const toMark = (fingerprint: string) =>
  Buffer.from(fingerprint.split('.').at(-1) as string, 'hex').subarray(0, partBytes);

/** Makes a link's token: event, random number and signature. It is stored nowhere, so that nothing says who has it. */
export function newFeedbackToken(encryption: Encryption, productId: string): string {
  const product = Buffer.from(productId.replaceAll('-', ''), 'hex');
  const nonce = randomBytes(partBytes);
  const mark = toMark(encryption.fingerprint(toSignedText(product, nonce)));
  return Buffer.concat([product, nonce, mark]).toString('base64url');
}

/** The event that a token is for; undefined for one that the product did not make. */
export function readFeedbackToken(encryption: Encryption, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== 3 * partBytes || bytes.toString('base64url') !== token) return undefined;
  const [product, nonce, mark] = [0, 1, 2].map((part) => bytes.subarray(part * partBytes, (part + 1) * partBytes)) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  const marks = encryption.fingerprints(toSignedText(product, nonce)).map(toMark);
  if (!marks.some((own) => timingSafeEqual(own, mark))) return undefined;
  const hex = product.toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return uuid.safeParse(id).success ? id : undefined;
}
