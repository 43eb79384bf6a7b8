/** What a card service says of one attempt. */
export type CardOutcome =
  | { state: 'pending' }
  | { state: 'failed' }
  /** `kurus` is what the card was charged, `ref` the service's number of the payment. */
  | { state: 'paid'; kurus: number; ref: string };

/** An attempt as a card service is told of it. */
export interface CardRequest {
  /** 32 hex digits, once per attempt. */
  attempt: string;
  /** Code of the checkout. */
  code: string;
  kurus: number;
  buyer: { name: string; surname: string; email: string; phone: string | null };
  /** Address of the buyer's device. */
  ip: string;
  /** Where the buyer comes back to. */
  ordersUrl: string;
  /** Where iyzico sends the buyer's browser with its token. */
  returnUrl: string;
}

/** What names an attempt at its service; `token` is the service's own name for it. */
interface KnownAttempt {
  attempt: string;
  code: string;
  token: string;
}

/** A notice whose signature is right. */
export interface CardNotice {
  attempt: string;
  outcome: CardOutcome;
}

/** A card service. Calls throw CardServiceError, and nothing else, where it is down, silent or refuses. */
export interface CardProvider {
  readonly name: 'paytr' | 'iyzico';
  /** Opens the page where the buyer types the card: to go to, or to show in a frame. */
  begin(request: CardRequest): Promise<{ token: string } & ({ redirect: string } | { frame: string })>;
  /** Verifies a notice and changes nothing; undefined for a forged one or where the service signs none. */
  readNotice(fields: Record<string, string>): CardNotice | undefined;
  ask(known: KnownAttempt): Promise<CardOutcome>;
  /** Pays back a part or all of a payment. `key` names the refund. */
  refund(payment: { ref: string }, kurus: number, key: string): Promise<void>;
  /**
   * Looks for a refund whose answer was lost. `repaid` are the refunds of this payment that are known to be done, in
   * kuruş; `unknown` where the service does not tell.
   */
  findRefund(
    payment: { ref: string; repaid: number[] },
    kurus: number,
    key: string,
  ): Promise<'done' | 'absent' | 'unknown'>;
  /** For so long after a lost answer the service may not list a refund that it made. */
  readonly refundListMs: number;
  /** Asks something harmless, so that wrong keys show. Returns the service's own time, where it tells it. */
  check(): Promise<Date | undefined>;
}

/**
 * `unreachable`: the service heard nothing; `unavailable`: it is down or silent and may have done what was asked;
 * `refused`: it did not. The message holds no key, no card and no person.
 */
export class CardServiceError extends Error {
  readonly kind: 'unreachable' | 'unavailable' | 'refused';
  constructor(kind: CardServiceError['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/**
 * What a service demands and people are not asked for, one word for each. A TCKN is never asked for: this is the number
 * that iyzico's own examples use for a buyer without one.
 */
export const placeholders = {
  address: 'Türkiye',
  city: 'İstanbul',
  country: 'Türkiye',
  phone: '05000000000',
  identityNumber: '11111111111',
  name: 'Alıcı',
} as const;

/** Lira in text or as a number, in kuruş; undefined for what is no amount of money. */
export function readKurus(lira: unknown): number | undefined {
  const text = String(lira);
  return /^\d{1,7}(?:\.\d{1,8})?$/.test(text) ? Math.round(Number(text) * 100) : undefined;
}
