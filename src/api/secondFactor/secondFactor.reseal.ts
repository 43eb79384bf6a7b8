import { eq, or } from 'drizzle-orm';
import { isMarkedBy, isSealedBy, resealValue, sealedRows } from '../reseal/sealedRows.ts';
import { factorData } from './codes.service.ts';
import { recoveryCodes, secondFactors } from './secondFactor.tables.ts';

export const sealedSecrets = sealedRows(secondFactors, {
  name: 'second factors',
  key: secondFactors.user_id,
  keyOf: ({ user_id }) => user_id,
  isOf: (age, encryption) =>
    or(isSealedBy(age, encryption, secondFactors.secret), isSealedBy(age, encryption, secondFactors.pending_secret)),
  async move(tx, encryption, { user_id, ...row }) {
    const reseal = (value: Buffer | null) => value && resealValue(encryption, value, factorData(user_id));
    const [secret, pending_secret] = [reseal(row.secret), reseal(row.pending_secret)];
    if (secret === undefined || pending_secret === undefined) return false;
    await tx.update(secondFactors).set({ secret, pending_secret }).where(eq(secondFactors.user_id, user_id));
    return true;
  },
});

/** Codes of earlier versions are fingerprints and cannot be moved: their owners make new ones. */
export const sealedRecoveryCodes = sealedRows(recoveryCodes, {
  name: 'recovery codes',
  key: recoveryCodes.id,
  keyOf: ({ id }) => id,
  isOf: (age, encryption) =>
    or(isSealedBy(age, encryption, recoveryCodes.sealed), isMarkedBy(age, encryption, recoveryCodes.fingerprint)),
  isMovable: (encryption) => isSealedBy('older', encryption, recoveryCodes.sealed),
  async move(tx, encryption, { id, user_id, sealed: old }) {
    const sealed = old && resealValue(encryption, old, factorData(user_id));
    if (sealed) await tx.update(recoveryCodes).set({ sealed }).where(eq(recoveryCodes.id, id));
    return Boolean(sealed);
  },
});
