import { and, eq, gt, isNotNull, or } from 'drizzle-orm';
import {
  isMarkedBy,
  isSealedBy,
  type KeyAge,
  resealEach,
  resealValue,
  rowsPerBatch,
  type SealedRows,
} from '../reseal/sealedRows.ts';
import type { Encryption } from './encryption.ts';
import { additionalData, contentOf, type EncryptedFields, noteData } from './enquiries.service.ts';
import { enquiries } from './enquiries.tables.ts';

const isOf = (age: KeyAge, encryption: Encryption) =>
  or(
    isSealedBy(age, encryption, enquiries.sealed),
    isMarkedBy(age, encryption, enquiries.email_mark),
    and(isNotNull(enquiries.note), isSealedBy(age, encryption, enquiries.note)),
  );

export const sealedEnquiries: SealedRows = {
  name: 'enquiries',
  count: ({ db, encryption }, age) => db.$count(enquiries, isOf(age, encryption)),
  resealBatch: resealEach(
    (tx, encryption, after) =>
      tx
        .select()
        .from(enquiries)
        .where(and(isOf('older', encryption), after ? gt(enquiries.id, after) : undefined))
        .orderBy(enquiries.id)
        .limit(rowsPerBatch)
        .for('update', { skipLocked: true }),
    ({ id }) => id,
    async (tx, encryption, row) => {
      let fields: EncryptedFields;
      try {
        fields = encryption.decrypt(row.sealed, additionalData(row)) as EncryptedFields;
      } catch {
        return false;
      }
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
  ),
};
