import { and, eq, gt, isNotNull, or } from 'drizzle-orm';
import type { Encryption } from '../enquiries/encryption.ts';
import {
  isMarkedBy,
  isSealedBy,
  type KeyAge,
  resealValue,
  rowsPerBatch,
  type SealedRows,
} from '../reseal/sealedRows.ts';
import { about } from './secondFactor.service.ts';
import { recoveryCodes, secondFactors } from './secondFactor.tables.ts';

const isSecretOf = (age: KeyAge, encryption: Encryption) =>
  or(isSealedBy(age, encryption, secondFactors.secret), isSealedBy(age, encryption, secondFactors.pending_secret));

export const sealedSecrets: SealedRows = {
  name: 'second factors',
  count: ({ db, encryption }, age) => db.$count(secondFactors, isSecretOf(age, encryption)),
  resealBatch: ({ db, encryption }, after) =>
    db.transaction(async (tx) => {
      const rows = await tx
        .select()
        .from(secondFactors)
        .where(and(isSecretOf('older', encryption), after ? gt(secondFactors.user_id, after) : undefined))
        .orderBy(secondFactors.user_id)
        .limit(rowsPerBatch)
        .for('update', { skipLocked: true });
      let moved = 0;
      for (const { user_id, secret, pending_secret } of rows) {
        const reseal = (value: Buffer | null) => value && resealValue(encryption, value, about(user_id));
        const values = { secret: reseal(secret), pending_secret: reseal(pending_secret) };
        if (values.secret === undefined || values.pending_secret === undefined) continue;
        await tx.update(secondFactors).set(values).where(eq(secondFactors.user_id, user_id));
        moved += 1;
      }
      const last = rows.at(-1)?.user_id;
      return last ? { moved, last } : undefined;
    }),
};

const isCodeOf = (age: KeyAge, encryption: Encryption) =>
  or(isSealedBy(age, encryption, recoveryCodes.sealed), isMarkedBy(age, encryption, recoveryCodes.fingerprint));

/** Codes of earlier versions are fingerprints and cannot be moved: their owners make new ones. */
export const sealedRecoveryCodes: SealedRows = {
  name: 'recovery codes',
  count: ({ db, encryption }, age) => db.$count(recoveryCodes, isCodeOf(age, encryption)),
  resealBatch: ({ db, encryption }, after) =>
    db.transaction(async (tx) => {
      const isOlder = isSealedBy('older', encryption, recoveryCodes.sealed);
      const rows = await tx
        .select()
        .from(recoveryCodes)
        .where(and(isNotNull(recoveryCodes.sealed), isOlder, after ? gt(recoveryCodes.id, after) : undefined))
        .orderBy(recoveryCodes.id)
        .limit(rowsPerBatch)
        .for('update', { skipLocked: true });
      let moved = 0;
      for (const { id, user_id, sealed } of rows) {
        const value = sealed && resealValue(encryption, sealed, about(user_id));
        if (!value) continue;
        await tx.update(recoveryCodes).set({ sealed: value }).where(eq(recoveryCodes.id, id));
        moved += 1;
      }
      const last = rows.at(-1)?.id;
      return last ? { moved, last } : undefined;
    }),
};
