import { sealedAdminMark } from '../account/account.reseal.ts';
import type { AppContext } from '../context.ts';
import { sealedDocuments, sealedPdfs } from '../documents/documents.reseal.ts';
import { sealedEnquiries } from '../enquiries/enquiries.reseal.ts';
import { sealedFeedback } from '../feedback/feedback.reseal.ts';
import { sealedMails } from '../mail/mail.reseal.ts';
import { markedNotices } from '../notices/notices.reseal.ts';
import { sealedAnswers } from '../orders/answers.reseal.ts';
import { sealedRecoveryCodes, sealedSecrets } from '../secondFactor/secondFactor.reseal.ts';
import { sealedTickets } from '../tickets/tickets.reseal.ts';
import type { KeyContext, SealedRows } from './sealedRows.ts';

/** Everything kept in the database that opens only with the key it was written with. */
export const sealedTables: SealedRows[] = [
  sealedEnquiries,
  sealedSecrets,
  sealedRecoveryCodes,
  sealedAdminMark,
  sealedDocuments,
  sealedPdfs,
  sealedAnswers,
  sealedTickets,
  sealedFeedback,
];

/** With what needs its key for some days only. */
const keyedTables = [...sealedTables, sealedMails, markedNotices];

/** Rows by name of the room. */
export type RowCounts = Record<string, number>;

export interface KeyReport {
  /** Id of the newest key. */
  newest: string;
  keys: number;
  /** Rows that need another key than the newest. */
  older: RowCounts;
  /** Rows that need a key which is missing; a part of `older`. */
  missing: RowCounts;
}

export interface ResealReport extends KeyReport {
  moved: RowCounts;
}

/** Says which rows need which keys. */
export async function reportKeys(ctx: KeyContext): Promise<KeyReport> {
  const count = async (age: 'older' | 'missing') => {
    const counts: RowCounts = {};
    for (const table of keyedTables) counts[table.name] = await table.count(ctx, age);
    return counts;
  };
  const { keyIds } = ctx.encryption;
  return {
    newest: keyIds.at(-1) ?? '',
    keys: keyIds.length,
    older: await count('older'),
    missing: await count('missing'),
  };
}

/** Logs which rows need a key that is missing. */
export async function logMissingKeys(ctx: KeyContext & Pick<AppContext, 'log'>): Promise<void> {
  const { missing } = await reportKeys(ctx);
  if (sumOf(missing)) ctx.log.warn({ closed: toText(missing) }, 'a key is missing: what needs it stays closed');
}

/**
 * Moves every row to the newest key, a batch at a time. Killed at any moment it leaves rows of the old and the new key,
 * all of which open, and can be run again; run twice at once, each moves what the other does not.
 */
export async function resealAll(ctx: AppContext, onBatch: () => Promise<void> = async () => {}): Promise<ResealReport> {
  const moved: RowCounts = {};
  for (const table of keyedTables) {
    moved[table.name] = 0;
    let last: string | undefined;
    for (;;) {
      const batch = await table.resealBatch?.(ctx, last);
      if (!batch) break;
      moved[table.name] = (moved[table.name] ?? 0) + batch.moved;
      last = batch.last;
      await onBatch();
    }
  }
  return { moved, ...(await reportKeys(ctx)) };
}

/** Names what there is any of: `3 enquiries, 1 tickets`. */
export const toText = (counts: RowCounts): string =>
  Object.entries(counts)
    .filter(([, count]) => count)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ') || 'nothing';

export const sumOf = (counts: RowCounts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);
