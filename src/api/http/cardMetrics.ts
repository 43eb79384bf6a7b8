import { Counter } from 'prom-client';
import { registry } from './registry.ts';

const events = new Counter({
  name: 'card_events_total',
  help: 'What happened to card payments',
  labelNames: ['provider', 'event'],
  registers: [registry],
});

type CardEvent =
  | 'begun'
  | 'paid'
  | 'failed'
  | 'unknown'
  | 'forged'
  /** The service heard nothing, was silent or down, or said no. */
  | 'unreachable'
  | 'unavailable'
  | 'refused'
  | 'refunded';

/** Counts an event of a card payment; nothing of people, orders or cards. */
export const recordCardEvent = (provider: string, event: CardEvent): void => events.inc({ provider, event });
