import type { Encryption } from '../encryption/encryption.ts';
import type { Mail } from './outbox.service.ts';

/** Purpose that a sealed recipient is bound to. */
export const sealedRecipient = 'mail recipient';

/** The address of a mail, opened where it is sealed; undefined for the practice. */
export const recipientOf = (mail: Mail, encryption: Encryption): string | undefined =>
  mail.sealedTo ? (encryption.decrypt(Buffer.from(mail.sealedTo, 'base64'), sealedRecipient) as string) : mail.to;
