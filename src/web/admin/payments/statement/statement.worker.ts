import { createFingerprints } from './fingerprint.ts';
import { type Match, matchMovements, type OpenCheckout } from './matching.ts';
import type { Movement } from './movements.ts';
import { readStatement } from './movements.ts';
import { readCells } from './readCells.ts';

/** A dropped file with what it is matched against. */
export interface StatementRequest {
  bytes: ArrayBuffer;
  salt: string;
  checkouts: OpenCheckout[];
}

/** A match with the fingerprint of each of its parts. */
export type FoundMatch = Omit<Match, 'movement' | 'parts'> & {
  movement: Pick<Movement, 'day' | 'amount' | 'text'>;
  parts: (Match['parts'][number] & { fingerprint: string })[];
};

/** Words of movements that are not ours never leave the worker. */
export type StatementReply = { problem: string } | { lines: number; incoming: number; matches: FoundMatch[] };

async function readMatches({ bytes, salt, checkouts }: StatementRequest): Promise<StatementReply> {
  const { cells, problem } = await readCells(new Uint8Array(bytes));
  if (problem !== undefined) return { problem };
  const statement = readStatement(cells);
  if (statement.problem !== undefined) return { problem: statement.problem };
  const { movements } = statement;
  const fingerprint = createFingerprints(movements, salt);
  const matches = await Promise.all(
    matchMovements(movements, checkouts).map(async ({ movement: { day, amount, text }, parts, ...match }) => ({
      ...match,
      movement: { day, amount, text },
      parts: await Promise.all(
        parts.map(async (part, position) => ({ ...part, fingerprint: await fingerprint(match.index, position) })),
      ),
    })),
  );
  return { lines: movements.length, incoming: movements.filter(({ amount }) => amount > 0).length, matches };
}

addEventListener('message', async ({ data }: MessageEvent<StatementRequest>) => {
  postMessage(await readMatches(data));
});
