import type { Encryption } from '../encryption/encryption.ts';
import type { DatedWrite } from '../mutation.ts';
import type { DayFacts } from '../orders/mailParts.ts';
import { periods } from './schedule.ts';
import { recordNotices } from './sentNotices.service.ts';

/**
 * What confirmations say of seats bought after the hour of their event's reminder, by order line. Their buyers count as
 * reminded.
 */
export async function remindLateBuyers(
  { tx, now }: DatedWrite,
  encryption: Encryption,
  lines: { id: string; product_id: string; buyer_email: string | null }[],
  events: ReadonlyMap<string, DayFacts & { starts_at: Date }>,
): Promise<Map<string, DayFacts>> {
  const late = lines.filter(({ product_id }) => {
    const event = events.get(product_id);
    return event && periods.reminder(event).from <= now;
  });
  const reminded = late.flatMap(({ product_id: subject, buyer_email: email }) =>
    email ? [{ kind: 'reminder' as const, subject, email }] : [],
  );
  await recordNotices({ tx, now }, encryption, reminded);
  return new Map(late.map(({ id, product_id }) => [id, events.get(product_id) as DayFacts]));
}
