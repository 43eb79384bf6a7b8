import { createFingerprints } from './fingerprint.ts';
import { type Match, matchMovements, type OpenCheckout } from './matching.ts';
import { type Movement, readStatement } from './movements.ts';
import { readCells } from './readCells.ts';

/** A dropped file with what it is matched against. */
export interface StatementRequest {
  bytes: ArrayBuffer;
  salt: string;
  checkouts: OpenCheckout[];
  /** Fingerprints of movements that were recorded before, from whatever file. */
  recorded: string[];
}

/** A match with the fingerprint of each of its parts. */
export type FoundMatch = Omit<Match, 'movement' | 'parts'> & {
  movement: Pick<Movement, 'day' | 'amount' | 'text'>;
  parts: (Match['parts'][number] & { fingerprint: string })[];
};

/** Words of movements that are not ours are not in it. */
export type StatementReply =
  | { problem: string }
  | {
      lines: number;
      /** Days that could not be read; their lines are left out. */
      unread: string[];
      /** Movements with money in that were recorded before. */
      repeated: number;
      /** Movements with money in that are not ours. */
      others: number;
      matches: FoundMatch[];
    };

/** Finds what in a bank's file is ours and not recorded yet. */
export async function readMatches({ bytes, salt, checkouts, recorded }: StatementRequest): Promise<StatementReply> {
  const { cells, problem } = await readCells(new Uint8Array(bytes));
  if (problem !== undefined) return { problem };
  const statement = readStatement(cells);
  if (statement.problem !== undefined) return { problem: statement.problem };
  const { movements, unread } = statement;
  const fingerprint = createFingerprints(movements, salt);
  const known = new Set(recorded);
  const first = await Promise.all(movements.map(({ amount }, index) => (amount > 0 ? fingerprint(index, 0) : '')));
  const isRepeated = (index: number) => known.has(first[index] as string);
  const matches = await Promise.all(
    matchMovements(movements, checkouts, isRepeated).map(
      async ({ movement: { day, amount, text }, parts, ...match }) => ({
        ...match,
        movement: { day, amount, text },
        parts: await Promise.all(
          parts.map(async (part, position) => ({ ...part, fingerprint: await fingerprint(match.index, position) })),
        ),
      }),
    ),
  );
  const incoming = movements.filter(({ amount }) => amount > 0).length;
  const repeated = movements.filter((_, index) => isRepeated(index)).length;
  const matched = new Set(matches.map(({ index }) => index)).size;
  return { lines: movements.length, unread, repeated, others: incoming - repeated - matched, matches };
}
