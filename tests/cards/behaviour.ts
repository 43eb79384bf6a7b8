import type { IncomingMessage } from 'node:http';

/** How a stand-in misbehaves; nothing set, it does as the service does. */
export interface Behaviour {
  /** How often a notice is sent. */
  notices?: number;
  /** Signs notices and answers with another key. */
  wrongHash?: boolean;
  /** Per cent that instalments add to what is charged; negative takes less. */
  chargePercent?: number;
  /** Status of every answer; nothing is done. */
  status?: number;
  /** Does as it is asked and loses the answer. */
  losesAnswers?: boolean;
  /** Milliseconds before every answer. */
  delayMs?: number;
  /** Every answer waits for it. */
  gate?: Promise<void>;
  /** Milliseconds between paying and the notice. */
  noticeDelayMs?: number;
  /** Has no permission for reports. */
  hidesReports?: boolean;
  /** Refuses to pay back. */
  refusesRefunds?: boolean;
  /** Currency that a payment is answered in; lira where nothing is set. */
  currency?: string;
  /** Says of a refused card no more than its errors, without a signature. */
  bareRefusals?: boolean;
  /** What iyzico's fraud check says of a paid payment: 1 where it passed, 0 while it looks, -1 where it refuses. */
  fraudStatus?: number;
  /** Where buyers are sent to pay, instead of the stand-in's page. */
  page?: string;
  /** Answers of another shape than the service's. */
  garbage?: boolean;
}

/** A payment as a stand-in keeps it. */
export interface StandInPayment {
  /** What the product named it. */
  name: string;
  kurus: number;
  charged: number;
  state: 'open' | 'paid' | 'failed';
  token: string;
  ref: string;
  refunds: { kurus: number; key: string }[];
  /** What the product sent to begin it. */
  sent: Record<string, unknown>;
}

export interface Reply {
  status?: number;
  type?: string;
  body?: string;
  location?: string;
}

export async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

export const json = (value: unknown): Reply => ({ type: 'application/json', body: JSON.stringify(value) });

/** A page of the stand-in, where a card is paid or refused with one press. `target` is the window that goes on. */
export const page = (title: string, action: string, target: string): Reply => ({
  type: 'text/html; charset=utf-8',
  body: `<!doctype html><html lang="tr"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><h1>${title}</h1><p>Deneme sayfası: gerçek kart bilgisi yazılmaz.</p>
<form method="post" action="${action}" target="${target}">
<button name="result" value="paid">Öde</button> <button name="result" value="failed">Kartı reddet</button></form></html>`,
});

/** What both stand-ins are made with. */
export interface StandInOptions {
  origin: () => string;
  /** The address under which a browser finds a page of the product. */
  toBrowser: (address: string) => string;
  behaviour: () => Behaviour;
  /** Hands a notice to the product; resolves to its answer. */
  notify: (path: string, body: string, type: string) => Promise<string>;
}

/** Sends a notice as often as the stand-in is told to. */
export async function sendNotices(
  { behaviour, notify }: StandInOptions,
  path: string,
  body: string,
  type: string,
): Promise<string[]> {
  const { notices = 1, noticeDelayMs = 0 } = behaviour();
  if (noticeDelayMs) await new Promise((resolve) => setTimeout(resolve, noticeDelayMs));
  const answers: string[] = [];
  for (let sent = 0; sent < notices; sent += 1) answers.push(await notify(path, body, type));
  return answers;
}

/** What is charged for a sum under a behaviour. */
export const chargeOf = (kurus: number, { chargePercent = 0 }: Behaviour): number =>
  Math.round((kurus * (100 + chargePercent)) / 100);
