import { isDeepStrictEqual } from 'node:util';
import { line } from './lines.ts';

/** An answer to a checkout, from the app in process or over the wire. */
export interface Answer {
  status: number;
  body: { code?: string; orders?: { code: string }[] };
}

/** Presses the button of one checkout. Several can sell from one database: then buyers take turns. */
export type Sell = (token: string, cartItems: unknown[], headers?: Record<string, string>) => Promise<Answer>;

/** How many answers there were of each kind: `{ 201: 20, stock_exhausted: 180 }`. */
export function tally(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = status < 400 ? String(status) : `${body?.code ?? status}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** All buyers want `quantity` seats of one event at the same moment. */
export function rush(sells: Sell[], tokens: string[], event: string, quantity = 1): Promise<Answer[]> {
  return Promise.all(
    tokens.map((token, index) => (sells[index % sells.length] as Sell)(token, [line(event, quantity)])),
  );
}

/** Every other buyer's cart names the same two events the other way round. */
export function crossed(sells: Sell[], tokens: string[], [first, second]: [string, string]): Promise<Answer[]> {
  return Promise.all(
    tokens.map((token, index) => {
      const events = index % 2 ? [first, second] : [second, first];
      return (sells[index % sells.length] as Sell)(
        token,
        events.map((event) => line(event)),
      );
    }),
  );
}

/** One buyer's button is pressed many times over, with one key. */
export function hammer(sells: Sell[], token: string, event: string, times: number): Promise<Answer[]> {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  return Promise.all(
    Array.from({ length: times }, (_, index) => (sells[index % sells.length] as Sell)(token, [line(event)], headers)),
  );
}

/** Whether all answers are the same, to the letter. */
export const alike = (answers: Answer[]): boolean => answers.every((answer) => isDeepStrictEqual(answer, answers[0]));
