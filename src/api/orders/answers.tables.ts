import { foreignKey, integer, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { app, bytes } from '../db/columns.ts';
import { participants } from './orders.tables.ts';

/** What was answered for a participant, deleted with the participant. */
export const participantAnswers = app.table(
  'participant_answers',
  {
    order_id: uuid().notNull(),
    position: integer().notNull(),
    /** Question, answer and consent, encrypted: an answer may be about health. */
    sealed: bytes().notNull(),
  },
  ({ order_id, position }) => [
    primaryKey({ columns: [order_id, position] }),
    foreignKey({
      name: 'participant_answers_participant',
      columns: [order_id, position],
      foreignColumns: [participants.order_id, participants.position],
    }).onDelete('cascade'),
  ],
);
