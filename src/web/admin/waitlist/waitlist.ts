import type { AdminWaitlistEntry } from '../../../contract/waitlist.ts';
import { timeLeft } from '../../waitlist/waitlist.ts';

/** An entry's state in words, with a colour; of an offer, its clock. */
export function entryLabel(
  { state, offer_until }: Pick<AdminWaitlistEntry, 'state' | 'offer_until'>,
  now: Date,
): { text: string; tone: 'info' | 'warn' | 'ok' | 'mute' } {
  if (state === 'waiting') return { text: 'bekliyor', tone: 'info' };
  if (state === 'taken') return { text: 'yeri aldı', tone: 'ok' };
  if (state !== 'offered')
    return { text: { declined: 'vazgeçti', lapsed: 'süresi doldu', left: 'sıradan çıktı' }[state], tone: 'mute' };
  const { over, spoken } = timeLeft(offer_until as string, now);
  return { text: over ? 'yer sunuldu, süresi doldu' : `yer sunuldu · ${spoken} kaldı`, tone: 'warn' };
}
