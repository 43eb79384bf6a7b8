import type { OrderPreview } from '../../contract/orders.ts';
import { type ParticipantNames, participantName } from './checkout.ts';

type Line = OrderPreview['lines'][number];

/** Typed answers by product id, one for each seat. Kept in memory alone: they may be about health. */
export type Answers = ParticipantNames;

export function withAnswer(answers: Answers, id: string, index: number, answer: string): Answers {
  const changed = [...(answers[id] ?? [])];
  changed[index] = answer;
  return { ...answers, [id]: Array.from(changed, (one) => one ?? '') };
}

const seatsAsked = (lines: Line[], kind: 'required' | 'health') =>
  lines
    .filter(({ question }) => question?.kind === kind)
    .flatMap(({ id, quantity }) => Array.from({ length: quantity }, (_, index) => ({ id, index })));

/** Seats whose product asks something that must be answered, and is not. */
export const seatsWithoutAnswer = (lines: Line[], answers: Answers): { id: string; index: number }[] =>
  seatsAsked(lines, 'required').filter(({ id, index }) => !participantName(answers, id, index));

/** Whether an answer was typed that may be about health. */
export const hasHealthAnswer = (lines: Line[], answers: Answers): boolean =>
  seatsAsked(lines, 'health').some(({ id, index }) => participantName(answers, id, index));
