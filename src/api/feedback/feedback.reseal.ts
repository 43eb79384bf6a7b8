import { and, eq, gt, isNotNull } from 'drizzle-orm';
import { isSealedBy, resealEach, resealValue, rowsPerBatch, type SealedRows } from '../reseal/sealedRows.ts';
import { feedbackData } from './feedback.service.ts';
import { feedbackAnswers } from './feedback.tables.ts';

export const sealedFeedback: SealedRows = {
  name: 'feedback',
  count: ({ db, encryption }, age) =>
    db.$count(
      feedbackAnswers,
      and(isNotNull(feedbackAnswers.sealed), isSealedBy(age, encryption, feedbackAnswers.sealed)),
    ),
  resealBatch: resealEach(
    (tx, encryption, after) =>
      tx
        .select()
        .from(feedbackAnswers)
        .where(
          and(
            isNotNull(feedbackAnswers.sealed),
            isSealedBy('older', encryption, feedbackAnswers.sealed),
            after ? gt(feedbackAnswers.id, after) : undefined,
          ),
        )
        .orderBy(feedbackAnswers.id)
        .limit(rowsPerBatch)
        .for('update', { skipLocked: true }),
    ({ id }) => id,
    async (tx, encryption, row) => {
      const sealed = row.sealed && resealValue(encryption, row.sealed, feedbackData(row.product_id));
      if (!sealed) return false;
      await tx.update(feedbackAnswers).set({ sealed }).where(eq(feedbackAnswers.id, row.id));
      return true;
    },
  ),
};
