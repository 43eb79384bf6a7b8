import { useEffect, useState } from 'react';
import type { Cancellation } from '../../contract/cancellations.ts';
import type { Order } from '../../contract/orders.ts';
import { readReason } from '../http.ts';

type Line = Pick<Order, 'quantity'> & { participants: { position: number }[] };

/** How cancelling ended: other terms are shown and asked about again. */
export type CancelOutcome<Terms = Cancellation> = { done: true } | { terms: Terms; text: string } | { failed: string };

/** The positions to send: none where the whole line is meant, or where nobody is named. */
export const positionsToSend = ({ participants }: Line, chosen: number[]): number[] | undefined =>
  chosen.length === participants.length ? undefined : chosen;

/** How many seats go; the whole line has those of people who were erased, too. */
export const seatsToCancel = (line: Line, chosen: number[]): number =>
  positionsToSend(line, chosen) ? chosen.length : line.quantity;

interface Options<Terms> {
  line: Line;
  /** The positions that are chosen at first. */
  first: number[];
  /** Whether somebody has to be chosen; a line without names is cancelled as a whole. */
  hasChoice: boolean;
  /** Loads what cancelling would bring. Rejects with CallError. */
  load(positions: number[] | undefined): Promise<Terms>;
  send(positions: number[] | undefined, terms: Terms): Promise<CancelOutcome<Terms>>;
  onClose(): void;
}

/** The seats of a line chosen to cancel, and the refund they bring, which the server computes for each choice. */
export function useCancellation<Terms>({ line, first, hasChoice, load, send, onClose }: Options<Terms>) {
  const [marked, setMarked] = useState(first);
  // Seats that are gone by now cannot be chosen.
  const chosen = line.participants.map(({ position }) => position).filter((position) => marked.includes(position));
  const [terms, setTerms] = useState<Terms>();
  const [error, setError] = useState('');
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const waits = hasChoice && !chosen.length;
  const positions = positionsToSend(line, chosen);

  // biome-ignore lint/correctness/useExhaustiveDependencies: of the line only who is chosen counts
  useEffect(() => {
    let current = true;
    setTerms(undefined);
    if (waits) return;
    setError('');
    load(positions).then(
      (found) => current && setTerms(() => found),
      (failure) =>
        current && setError(`İade tutarı öğrenilemedi. ${readReason(failure, 'Bağlantınızı kontrol edin.')}`),
    );
    return () => {
      current = false;
    };
  }, [chosen.join(), attempt]);

  return {
    /** The props of the checkbox of a seat. */
    seatBox: (position: number) => ({
      checked: chosen.includes(position),
      onChange: () =>
        setMarked((before) =>
          before.includes(position) ? before.filter((each) => each !== position) : [...before, position],
        ),
    }),
    /** How many seats would be cancelled. */
    seats: seatsToCancel(line, chosen),
    /** Whether these are more than the people chosen: seats of those who were erased go with the line. */
    takesErased: seatsToCancel(line, chosen) > chosen.length,
    waits,
    terms,
    error,
    busy,
    retry: terms || waits ? undefined : () => setAttempt(attempt + 1),
    async cancel() {
      if (!terms) return;
      setBusy(true);
      setError('');
      const outcome = await send(positions, terms);
      setBusy(false);
      if ('done' in outcome) return onClose();
      if ('terms' in outcome) setTerms(() => outcome.terms);
      setError('text' in outcome ? outcome.text : outcome.failed);
    },
  };
}
