import { atom } from 'nanostores';
import type { AdminOrder } from './orders/orders.ts';

interface Question {
  title: string;
  text?: string;
  yes: string;
  no?: string;
  /** The action cannot be undone. */
  danger?: boolean;
  /** Orders whose buyers without an address are listed: they have to be called. */
  orders?: AdminOrder[];
}

export const $question = atom<(Question & { answer: (yes: boolean) => void }) | undefined>();

/** Asks in a dialog; a second question answers the first with no. */
export function confirm(question: Question): Promise<boolean> {
  $question.get()?.answer(false);
  return new Promise((resolve) => {
    $question.set({
      ...question,
      answer(yes) {
        $question.set(undefined);
        resolve(yes);
      },
    });
  });
}
