import { and, eq, gt, isNotNull, or } from 'drizzle-orm';
import {
  isMarkedBy,
  isSealedBy,
  type KeyAge,
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
  resealBatch: ({ db, encryption }, after) =>
    db.transaction(async (tx) => {
      const rows = await tx
        .select()
        .from(enquiries)
        .where(and(isOf('older', encryption), after ? gt(enquiries.id, after) : undefined))
        .orderBy(enquiries.id)
        .limit(rowsPerBatch)
        .for('update', { skipLocked: true });
      let moved = 0;
      for (const row of rows) {
        let fields: EncryptedFields;
        try {
          fields = encryption.decrypt(row.sealed, additionalData(row)) as EncryptedFields;
        } catch {
          continue;
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
        moved += 1;
      }
      const last = rows.at(-1)?.id;
      return last ? { moved, last } : undefined;
    }),
};
