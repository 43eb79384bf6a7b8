import { atom } from 'nanostores';
import type { AdminCheckout } from '../../../../contract/checkouts.ts';
import type { AllEndpoints, Reply } from '../../../../contract/endpoints.ts';
import { toKurus, toLira } from '../../../../shared/money.ts';
import { toast } from '../../../ui/toast.ts';
import { trustWorkerUrl } from '../../../ui/trustedHtml.ts';
import { adminCall, errorMessage } from '../../calls.ts';
import { reloadAll } from '../payments.store.ts';
import type { FoundMatch, StatementReply, StatementRequest } from './readMatches.ts';
import workerUrl from './statement.worker.ts?worker&url';

/** What is shown of a matched checkout besides its code. */
type Buyer = Pick<AdminCheckout, 'buyer_name' | 'due_at' | 'open'>;

type Outcome = Reply<AllEndpoints['POST /api/admin/statement/matches']>;

export type StatementState =
  | { step: 'none' }
  | { step: 'reading'; file: string }
  | { step: 'failed'; file: string; problem: string }
  | ({
      step: 'read';
      file: string;
      sending: boolean;
      outcome?: Outcome;
    } & Exclude<StatementReply, { problem: string }>);

/** The dropped bank statement. It stays on this page: only confirmed matches are sent. */
export const $statement = atom<StatementState>({ step: 'none' });

/** Who ordered what matches name, by code: known a moment after the matches are shown. */
export const $buyers = atom<ReadonlyMap<string, Buyer>>(new Map());

const maxBytes = 20_000_000;

/** Reads a file in a worker of its own, so that the page stays usable; the reader's code comes with it. */
function readInWorker(request: StatementRequest): Promise<StatementReply> {
  const worker = new Worker(trustWorkerUrl(workerUrl), { type: 'module' });
  return new Promise<StatementReply>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<StatementReply>) => resolve(data);
    worker.onerror = () => reject(new Error('the statement worker failed'));
    worker.postMessage(request, [request.bytes]);
  }).finally(() => worker.terminate());
}

/** Counts the files dropped: answers about an earlier one are not shown. */
let reading = 0;

/** Matches a bank's file with the checkouts that wait for money. */
export async function readFile(file: File): Promise<void> {
  reading += 1;
  const own = reading;
  const show = (state: StatementState) => own === reading && $statement.set(state);
  const fail = (problem: string) => void show({ step: 'failed', file: file.name, problem });
  if (file.size > maxBytes) return fail('Bu dosya bir hesap ekstresi için çok büyük (20 MB’tan fazla).');
  $statement.set({ step: 'reading', file: file.name });
  try {
    const { salt, checkouts, settled, recorded } = await adminCall('GET /api/admin/statement/open');
    const inKurus = [
      ...checkouts.map(({ open, ...rest }) => ({ ...rest, open: toKurus(open) })),
      ...settled.map((code) => ({ code, open: 0, names: [] })),
    ];
    const reply = await readInWorker({ bytes: await file.arrayBuffer(), salt, checkouts: inKurus, recorded });
    if ('problem' in reply) return fail(reply.problem);
    show({ step: 'read', file: file.name, sending: false, ...reply });
    void loadBuyers(reply.matches);
  } catch (error) {
    fail(errorMessage(error, 'Dosya okunamadı. Bağlantınızı kontrol edip yeniden seçin.'));
  }
}

/** Asks who ordered the matched codes, and nothing else of the file; a code that cannot be read stands for itself. */
async function loadBuyers(matches: FoundMatch[]): Promise<void> {
  const codes = new Set(matches.flatMap(({ parts }) => parts.map(({ code }) => code)));
  const buyers = new Map($buyers.get());
  await Promise.all(
    [...codes].map(async (code) => {
      const query = { search: code, page: 1, size: 5 };
      const rows = await adminCall('GET /api/admin/checkouts', { query }).catch(() => []);
      const found = rows.find((row) => row.code === code);
      if (found) buyers.set(code, found);
    }),
  );
  $buyers.set(buyers);
}

/** Makes a suggestion sure, and drops those about the same movement, or by name about an order that it pays. */
export function acceptMatch(accepted: FoundMatch): void {
  const codes = accepted.parts.map(({ code }) => code);
  const isPaid = ({ reason, parts }: FoundMatch) =>
    reason === 'name' && parts.every(({ code }) => codes.includes(code));
  keepMatches(
    (match) => match === accepted || (match.index !== accepted.index && (match.sure || !isPaid(match))),
    accepted,
  );
}

/** Drops a suggestion. */
export const rejectMatch = (rejected: FoundMatch): void => keepMatches((match) => match !== rejected);

/** Keeps some of the matches, one of them as sure: a movement that has none any more counts as not ours. */
function keepMatches(isKept: (match: FoundMatch) => boolean, accepted?: FoundMatch): void {
  const state = $statement.get();
  if (state.step !== 'read') return;
  const kept = state.matches.filter(isKept);
  const lost = countMovements(state.matches) - countMovements(kept);
  const matches = kept.map((match) => (match === accepted ? { ...match, sure: true } : match));
  $statement.set({ ...state, matches, others: state.others + lost });
}

const countMovements = (matches: FoundMatch[]) => new Set(matches.map(({ index }) => index)).size;

const maxMatches = 500;

/** Sends the sure matches: code, amount, day and fingerprint, nothing else of the file. */
export async function recordMatches(): Promise<void> {
  const state = $statement.get();
  if (state.step !== 'read' || state.sending) return;
  const sure = state.matches.filter((match) => match.sure);
  const rows = sure.flatMap(({ movement, parts }) =>
    parts.map(({ code, amount, fingerprint }) => ({
      code,
      amount: toLira(amount),
      booked_on: movement.day,
      fingerprint,
    })),
  );
  $statement.set({ ...state, sending: true });
  const own = reading;
  /** Changes what is shown now: suggestions are accepted and rejected while the sure ones are sent. */
  const finish = (change: (matches: FoundMatch[]) => Partial<Extract<StatementState, { step: 'read' }>>) => {
    const shown = $statement.get();
    if (own === reading && shown.step === 'read')
      $statement.set({ ...shown, sending: false, ...change(shown.matches) });
  };
  const outcome: Outcome = { recorded: [], repeated: [], refused: [] };
  try {
    for (let at = 0; at < rows.length; at += maxMatches) {
      const body = { matches: rows.slice(at, at + maxMatches) };
      const part = await adminCall('POST /api/admin/statement/matches', { body });
      outcome.recorded.push(...part.recorded);
      outcome.repeated.push(...part.repeated);
      outcome.refused.push(...part.refused);
    }
    finish((matches) => ({ matches: matches.filter((match) => !sure.includes(match)), outcome }));
  } catch (error) {
    // Sent again, what was recorded counts as repeated.
    finish(() => ({}));
    toast({ text: errorMessage(error, 'Eşleşmeler kaydedilemedi. Dosya duruyor, tekrar deneyin.'), tone: 'err' });
  }
  await reloadAll();
}
