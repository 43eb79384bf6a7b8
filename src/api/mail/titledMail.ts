import type { MailParts } from './layout.ts';
import type { TransactionalMail } from './outbox.service.ts';

/** A mail whose title is its subject, unless the caller says another; to the practice where `to` is missing. */
export const titledMail = (to: string | undefined, kind: string, parts: MailParts): TransactionalMail => ({
  ...{ kind, to, parts },
  type: 'transactional',
  subject: parts.title,
});
