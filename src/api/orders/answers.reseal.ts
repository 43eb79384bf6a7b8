import { and, eq, sql } from 'drizzle-orm';
import { isSealedBy, resealValue, sealedRows } from '../reseal/sealedRows.ts';
import { answerData } from './answers.service.ts';
import { participantAnswers } from './answers.tables.ts';

export const sealedAnswers = sealedRows(participantAnswers, {
  name: 'answers',
  key: sql`(${participantAnswers.order_id} || ' ' || ${participantAnswers.position})`,
  keyOf: ({ order_id, position }) => `${order_id} ${position}`,
  isOf: (age, encryption) => isSealedBy(age, encryption, participantAnswers.sealed),
  async move(tx, encryption, row) {
    const sealed = resealValue(encryption, row.sealed, answerData(row));
    if (!sealed) return false;
    const isRow = and(eq(participantAnswers.order_id, row.order_id), eq(participantAnswers.position, row.position));
    await tx.update(participantAnswers).set({ sealed }).where(isRow);
    return true;
  },
});
