import type { WaitlistEntry, WaitlistState } from '../../contract/waitlist.ts';
import { minuteMs } from '../../shared/time.ts';
import { formatUntil } from '../../shared/until.ts';

export const lineRule =
  'Boşalan yerler, sırada yettikleri ilk kişiye e-postayla sunulur ve gece saatleri sayılmadan en çok 24 saat onun için tutulur; almazsa sonrakine geçer; başlangıca 6 saatten az kalınca bekleyen herkese yazılır ve yerler ilk alanın olur.';

/** What joining for so many seats means. */
export const joinTerms = (quantity: number): string =>
  `${quantity > 1 ? `${quantity} yer ya birlikte verilir ya hiç. ` : ''}Sıraya girmek ücretsizdir; istediğiniz an çıkabilirsiniz.`;

/** What the button of a sold-out product says to somebody with an entry; undefined once it ended. */
export function placeWord({ state, position }: Pick<WaitlistEntry, 'state' | 'position'>): string | undefined {
  if (state === 'offered') return 'Sıra sizde';
  if (state === 'waiting') return position ? `Sırada ${position}.` : 'Sıradasınız';
  return undefined;
}

/** Somebody's place in words, with the number of seats. */
export const placeSentence = ({ position, quantity }: Pick<WaitlistEntry, 'position' | 'quantity'>): string =>
  `${position ? `Sırada ${position}. kişisiniz` : 'Sıradasınız'} · ${quantity} yer · yer açılınca size e-posta yazacağız`;

/** The entries of one account by what they ask of it; ended ones newest first. */
interface MyLines {
  offers: WaitlistEntry[];
  waiting: WaitlistEntry[];
  ended: WaitlistEntry[];
}

/** Sorts entries: offers by the end of their time, those waiting by the start of the event. */
export function sortEntries(entries: WaitlistEntry[]): MyLines {
  const start = ({ date, time }: WaitlistEntry) => `${date} ${time}`;
  return {
    offers: entries
      .filter(({ state }) => state === 'offered')
      .sort((a, b) => (a.offer_until ?? '').localeCompare(b.offer_until ?? '')),
    waiting: entries.filter(({ state }) => state === 'waiting').sort((a, b) => start(a).localeCompare(start(b))),
    ended: entries.filter(({ state }) => state !== 'offered' && state !== 'waiting'),
  };
}

export const endedWords: Record<Exclude<WaitlistState, 'waiting' | 'offered'>, string> = {
  taken: 'Yeri aldınız',
  declined: 'Vazgeçtiniz',
  lapsed: 'Süresi doldu',
  left: 'Artık sırada değilsiniz',
};

export interface TimeLeft {
  /** `21.40` hours, or `38` minutes in the last hour. */
  value: string;
  unit: 'saat kaldı' | 'dakika kaldı';
  /** The time left as a screen reader says it. */
  spoken: string;
  /** Share of a day that is left, at most 1. */
  share: number;
  over: boolean;
}

const dayMinutes = 24 * 60;

/** The time from `now` until a moment; a begun minute counts as a whole one. */
export function timeLeft(until: string, now: Date): TimeLeft {
  const minutes = Math.max(0, Math.ceil((Date.parse(until) - now.getTime()) / minuteMs));
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  const spoken = [hours && `${hours} saat`, (rest || !hours) && `${rest} dakika`].filter(Boolean).join(' ');
  const share = Math.min(1, minutes / dayMinutes);
  if (hours)
    return { value: `${hours}.${String(rest).padStart(2, '0')}`, unit: 'saat kaldı', spoken, share, over: false };
  return { value: String(minutes), unit: 'dakika kaldı', spoken, share, over: minutes === 0 };
}

/** Until when offered seats are held, and what becomes of them. */
export const offerSentence = ({ quantity, offer_until }: Pick<WaitlistEntry, 'quantity' | 'offer_until'>): string =>
  `${quantity === 1 ? 'Yer' : `${quantity} yer`} ${formatUntil(offer_until as string)} sizin için tutuluyor. Almazsanız sıradaki kişiye geçer.`;
