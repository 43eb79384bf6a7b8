import { eq, sql } from 'drizzle-orm';
import { isSealedBy, resealValue, sealedRows } from '../reseal/sealedRows.ts';
import { mails } from './mail.tables.ts';
import type { Mail } from './outbox.service.ts';
import { sealedRecipient } from './recipient.ts';

/** Recipients of mails that wait to be sent. */
export const sealedMails = sealedRows(mails, {
  name: 'mails',
  key: mails.id,
  keyOf: ({ id }) => id,
  isOf: (age, encryption) => isSealedBy(age, encryption, sql`decode(${mails.content} ->> 'sealedTo', 'base64')`),
  async move(tx, encryption, { id, content }) {
    const mail = content as Mail;
    const sealed = resealValue(encryption, Buffer.from(mail.sealedTo as string, 'base64'), sealedRecipient);
    const moved = sealed && { ...mail, sealedTo: sealed.toString('base64') };
    if (moved) await tx.update(mails).set({ content: moved }).where(eq(mails.id, id));
    return Boolean(moved);
  },
});
