import type { ChangedLegalText } from '../../contract/account.ts';
import { readChangesToTell } from '../content/legalVersions.service.ts';
import type { AppContext } from '../context.ts';
import { mutate } from '../mutation.ts';
import { updateOwnAccount } from './account.service.ts';
import type { UserRow } from './account.tables.ts';

/** Legal texts published with a change that people are told of, after the account was opened or told of one last. */
export async function readLegalChanges({ db }: AppContext, user: UserRow): Promise<ChangedLegalText[]> {
  const changes = await readChangesToTell(db, user.legal_seen_at ?? user.created_at);
  return changes.map(({ slug, title, at }) => ({ slug, title, published_at: at.toISOString() }));
}

/** Notes that an account was told of the changes published until a moment. */
export const noteLegalChanges = (ctx: AppContext, user: UserRow, until: string): Promise<void> =>
  mutate(ctx, user.id, async ({ tx, now }) => {
    const seen = Math.min(new Date(until).getTime(), now.getTime());
    if (seen <= (user.legal_seen_at?.getTime() ?? 0)) return;
    await updateOwnAccount(tx, user.id, { legal_seen_at: new Date(seen) });
  });
