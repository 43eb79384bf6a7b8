import { and, eq, gt, isNotNull, or } from 'drizzle-orm';
import type { Encryption } from '../enquiries/encryption.ts';
import {
  isMarkedBy,
  isSealedBy,
  type KeyAge,
  resealEach,
  resealValue,
  rowsPerBatch,
  type SealedRows,
} from '../reseal/sealedRows.ts';
import { about } from './codes.service.ts';
import { recoveryCodes, secondFactors } from './secondFactor.tables.ts';

const isSecretOf = (age: KeyAge, encryption: Encryption) =>
  or(isSealedBy(age, encryption, secondFactors.secret), isSealedBy(age, encryption, secondFactors.pending_secret));

export const sealedSecrets: SealedRows = {
  name: 'second factors',
  count: ({ db, encryption }, age) => db.$count(secondFactors, isSecretOf(age, encryption)),
  resealBatch: resealEach(
    (tx, encryption, after) =>
      tx
        .select()
        .from(secondFactors)
        .where(and(isSecretOf('older', encryption), after ? gt(secondFactors.user_id, after) : undefined))
        .orderBy(secondFactors.user_id)
        .limit(rowsPerBatch)
        .for('update', { skipLocked: true }),
    ({ user_id }) => user_id,
    async (tx, encryption, { user_id, ...row }) => {
      const reseal = (value: Buffer | null) => value && resealValue(encryption, value, about(user_id));
      const [secret, pending_secret] = [reseal(row.secret), reseal(row.pending_secret)];
      if (secret === undefined || pending_secret === undefined) return false;
      await tx.update(secondFactors).set({ secret, pending_secret }).where(eq(secondFactors.user_id, user_id));
      return true;
    },
  ),
};

const isCodeOf = (age: KeyAge, encryption: Encryption) =>
  or(isSealedBy(age, encryption, recoveryCodes.sealed), isMarkedBy(age, encryption, recoveryCodes.fingerprint));

/** Codes of earlier versions are fingerprints and cannot be moved: their owners make new ones. */
export const sealedRecoveryCodes: SealedRows = {
  name: 'recovery codes',
  count: ({ db, encryption }, age) => db.$count(recoveryCodes, isCodeOf(age, encryption)),
  resealBatch: resealEach(
    (tx, encryption, after) =>
      tx
        .select()
        .from(recoveryCodes)
        .where(
          and(
            isNotNull(recoveryCodes.sealed),
            isSealedBy('older', encryption, recoveryCodes.sealed),
            after ? gt(recoveryCodes.id, after) : undefined,
          ),
        )
        .orderBy(recoveryCodes.id)
        .limit(rowsPerBatch)
        .for('update', { skipLocked: true }),
    ({ id }) => id,
    async (tx, encryption, { id, user_id, sealed: old }) => {
      const sealed = old && resealValue(encryption, old, about(user_id));
      if (sealed) await tx.update(recoveryCodes).set({ sealed }).where(eq(recoveryCodes.id, id));
      return Boolean(sealed);
    },
  ),
};
