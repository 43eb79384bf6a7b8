import { and, eq, isNotNull, or } from 'drizzle-orm';
import { isMarkedBy, isSealedBy, resealValue, sealedRows } from '../reseal/sealedRows.ts';
import { additionalData, contentOf, type EncryptedFields, noteData } from './enquiries.service.ts';
import { enquiries } from './enquiries.tables.ts';

export const sealedEnquiries = sealedRows(enquiries, {
  name: 'enquiries',
  key: enquiries.id,
  keyOf: ({ id }) => id,
  isOf: (age, encryption) =>
    or(
      isSealedBy(age, encryption, enquiries.sealed),
      isMarkedBy(age, encryption, enquiries.email_mark),
      and(isNotNull(enquiries.note), isSealedBy(age, encryption, enquiries.note)),
    ),
  async move(tx, encryption, row) {
    const fields = encryption.tryDecrypt(row.sealed, additionalData(row)) as EncryptedFields | undefined;
    if (!fields) return false;
    await tx
      .update(enquiries)
      .set({
        sealed: encryption.encrypt(fields, additionalData(row)),
        email_mark: encryption.fingerprint(fields.email),
        content_mark: encryption.fingerprint(contentOf(row.form_type, fields)),
        note: row.note && (resealValue(encryption, row.note, noteData(row)) ?? row.note),
      })
      .where(eq(enquiries.id, row.id));
    return true;
  },
});
