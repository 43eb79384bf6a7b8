import type { CardEnv } from '../env.ts';
import { createIyzico } from './iyzico.ts';
import { createPaytr } from './paytr.ts';
import type { CardProvider } from './provider.ts';

/** The card service that the environment names, if any. */
export function openCardProvider(cards: CardEnv): CardProvider | undefined {
  if (cards.provider === 'paytr') return createPaytr(cards);
  return cards.provider === 'iyzico' ? createIyzico(cards) : undefined;
}
