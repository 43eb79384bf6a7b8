import { and, asc, eq, inArray, or } from 'drizzle-orm';
import type { ParticipantAnswer } from '../../contract/orders.ts';
import { dayMs } from '../../shared/time.ts';
import { productsStartedBefore, readSeatProducts } from '../catalog/seats.service.ts';
import type { AppContext, Keys } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { deleteRows } from '../db/sql.ts';
import { notFound } from '../errors.ts';
import { mutate } from '../mutation.ts';
import { participantAnswers } from './answers.tables.ts';
import type { Answer, AnswerContent } from './answers.ts';
import { boughtBy, type DataSubject, isSeatOf } from './orders.privacy.ts';
import { isNotCancelled, orders, participants } from './orders.tables.ts';

type Row = typeof participantAnswers.$inferSelect;

/** Days after the start of its product that an answer is kept. */
const retentionDays = 30;

/** Binds a sealed answer to its participant. */
export const answerData = ({ order_id, position }: Pick<Row, 'order_id' | 'position'>): string =>
  `answer ${order_id} ${position}`;

/** Stands for an answer whose key is missing: left out it would read as if there were none. */
const closedAnswer: AnswerContent = {
  question: '',
  answer: 'Bu yanıt, sitenin şu anki anahtarıyla açılamıyor. Eski anahtar geri konursa yeniden okunur.',
  consent: null,
};

const openAnswer = ({ encryption }: Keys, row: Row): AnswerContent =>
  (encryption.tryDecrypt(row.sealed, answerData(row)) as AnswerContent | undefined) ?? closedAnswer;

/** Encrypts and stores answers of participants that were just inserted. */
export async function storeAnswers(tx: Database, { encryption }: Keys, answers: Answer[]): Promise<void> {
  if (!answers.length) return;
  await tx.insert(participantAnswers).values(
    answers.map(({ order_id, position, content }) => ({
      order_id,
      position,
      sealed: encryption.encrypt(content, answerData({ order_id, position })),
    })),
  );
}

/** Answers with their participants and orders. */
const selectAnswers = (db: Database) =>
  db
    .select({ row: participantAnswers, person: participants, order: orders })
    .from(participantAnswers)
    .innerJoin(
      participants,
      and(
        eq(participants.order_id, participantAnswers.order_id),
        eq(participants.position, participantAnswers.position),
      ),
    )
    .innerJoin(orders, eq(orders.id, participantAnswers.order_id))
    .$dynamic();

/**
 * Lists what was answered for everybody with a seat in a product. Every reading is audited: who, when, how many, never
 * whose. Throws `not_found`.
 */
export const listAnswers = (ctx: AppContext, actorId: string, productId: string): Promise<ParticipantAnswer[]> =>
  mutate(ctx, actorId, async ({ tx, audit }) => {
    if (!(await readSeatProducts(tx, [productId])).has(productId)) throw notFound();
    const found = await selectAnswers(tx)
      .where(and(eq(orders.product_id, productId), isNotCancelled))
      .orderBy(asc(participantAnswers.order_id), asc(participantAnswers.position));
    if (found.length)
      await audit({ action: 'open', entity: 'answer', entityId: productId, after: { count: found.length } });
    return found.map(({ row, person: { name, surname } }) => {
      const { question, answer } = openAnswer(ctx, row);
      return { order_id: row.order_id, name, surname, question, answer };
    });
  });

/** Returns what a person answered for participants, and what others answered for them. */
export async function exportAnswers(db: Database, ctx: Keys, subject: DataSubject): Promise<Record<string, unknown>[]> {
  const found = await selectAnswers(db)
    .where(or(boughtBy(subject), isSeatOf(subject)))
    .orderBy(asc(orders.created_at), asc(participantAnswers.position));
  return found.map(({ row, person: { name, surname }, order: { event_title } }) => {
    const { question, answer, consent } = openAnswer(ctx, row);
    return { event_title, name, surname, question, answer, consented_at: consent?.at ?? null };
  });
}

/** Deletes what was answered for one participant. */
export async function deleteAnswer(tx: Database, orderId: string, position: number): Promise<void> {
  const isSeat = and(eq(participantAnswers.order_id, orderId), eq(participantAnswers.position, position));
  await tx.delete(participantAnswers).where(isSeat);
}

/** Deletes answers 30 days after their product's day. */
export const deleteOldAnswers = (ctx: AppContext): Promise<void> =>
  mutate(ctx, null, async ({ tx, now, audit }) => {
    const end = new Date(now.getTime() - retentionDays * dayMs);
    const old = tx
      .select({ id: orders.id })
      .from(orders)
      .where(inArray(orders.product_id, productsStartedBefore(tx, end)));
    const count = await deleteRows(tx, participantAnswers, inArray(participantAnswers.order_id, old));
    if (count) await audit({ action: 'purge', entity: 'answer', after: { count } });
  });
