import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { payments, refunds } from './payments.tables.ts';

const problem = 'Bu iade, yedek alındıktan sonra yapılmış olabilir. Yeniden denerseniz önce kart hizmetine sorulur.';

/**
 * Marks open card refunds as unanswered after a restore: the card service may have paid them since the backup, and
 * is asked before it is told again.
 */
export async function doubtCardRefunds(db: Database, now: Date): Promise<void> {
  const isOfCard = and(isNotNull(payments.provider), isNotNull(payments.external_ref), isNull(payments.voided_at));
  const codes = db.select({ code: payments.code }).from(payments).where(isOfCard);
  const isOpen = and(eq(refunds.state, 'asked'), isNull(refunds.unheard_at), inArray(refunds.code, codes));
  await db.update(refunds).set({ unheard_at: now, problem }).where(isOpen);
}
