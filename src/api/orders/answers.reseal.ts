import { and, eq, sql } from 'drizzle-orm';
import { isSealedBy, resealEach, resealValue, rowsPerBatch, type SealedRows } from '../reseal/sealedRows.ts';
import { answerData } from './answers.service.ts';
import { participantAnswers } from './answers.tables.ts';

/** Names a row; rows are moved in its order. */
const key = sql<string>`${participantAnswers.order_id} || ' ' || ${participantAnswers.position}`;

export const sealedAnswers: SealedRows = {
  name: 'answers',
  count: ({ db, encryption }, age) =>
    db.$count(participantAnswers, isSealedBy(age, encryption, participantAnswers.sealed)),
  resealBatch: resealEach(
    (tx, encryption, after) =>
      tx
        .select()
        .from(participantAnswers)
        .where(
          and(isSealedBy('older', encryption, participantAnswers.sealed), after ? sql`${key} > ${after}` : undefined),
        )
        .orderBy(key)
        .limit(rowsPerBatch)
        .for('update', { skipLocked: true }),
    ({ order_id, position }) => `${order_id} ${position}`,
    async (tx, encryption, row) => {
      const sealed = resealValue(encryption, row.sealed, answerData(row));
      if (!sealed) return false;
      await tx
        .update(participantAnswers)
        .set({ sealed })
        .where(and(eq(participantAnswers.order_id, row.order_id), eq(participantAnswers.position, row.position)));
      return true;
    },
  ),
};
