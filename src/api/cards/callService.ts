import { CardServiceError } from './provider.ts';

/** How long a card service may take to answer. */
export const answerMs = 15_000;
const maxAnswerBytes = 200_000;

/** The answer of a card service as JSON, and its clock. */
export interface ServiceAnswer {
  fields: Record<string, unknown>;
  date: Date | undefined;
}

/** Error codes of a connection that was never made. */
const unconnected = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

/**
 * Posts to a card service, or reads from it where `body` is undefined. Throws CardServiceError where it does not answer
 * with a JSON object in time.
 */
export async function callService(
  url: string,
  body: string | undefined,
  headers: Record<string, string>,
  timeoutMs: number,
): Promise<ServiceAnswer> {
  try {
    // A redirect would carry keys and the buyer elsewhere.
    const init = { body, headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) } as const;
    const response = await fetch(url, { ...init, method: body === undefined ? 'GET' : 'POST' });
    const text = await response.text();
    const fields: unknown = text.length <= maxAnswerBytes ? JSON.parse(text) : undefined;
    if (!response.ok || typeof fields !== 'object' || fields === null || Array.isArray(fields))
      throw new CardServiceError('unavailable', `the card service answered ${response.status}`);
    const date = new Date(response.headers.get('date') ?? '');
    return { fields: fields as ServiceAnswer['fields'], date: Number.isNaN(date.getTime()) ? undefined : date };
  } catch (error) {
    if (error instanceof CardServiceError) throw error;
    const { name, cause } = error as Error & { cause?: { code?: string } };
    if (unconnected.includes(cause?.code ?? ''))
      throw new CardServiceError('unreachable', 'the card service cannot be reached');
    const isLate = name === 'TimeoutError';
    throw new CardServiceError('unavailable', `the card service ${isLate ? 'is silent' : 'does not answer as one'}`);
  }
}
