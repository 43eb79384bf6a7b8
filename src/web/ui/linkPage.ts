import { CallError, readReason } from '../http.ts';
import type { Problem } from './form.ts';

/** The key in the address of a link's page, as the token in `/devir/{token}`. */
export const readKey = (path: string): string => (path.split('/')[2] ?? '').slice(0, 200);

/** Shown where a page looks for a code: `busy` after too many wrong ones. */
export const stateOfCode = (error: unknown): 'unknown' | 'busy' | 'failed' => {
  const status = error instanceof CallError ? error.status : 0;
  return status === 404 ? 'unknown' : status === 429 ? 'busy' : 'failed';
};

/** Whether a refused call says that a link is over. One that was cut off while it was copied is no token at all. */
export const isOver = (error: unknown): boolean => error instanceof CallError && [404, 410, 422].includes(error.status);

/** What a refused answer means for the form of a link's page; `onExpired` is called where the link ended meanwhile. */
export function toLinkProblem(error: unknown, failure: string, onExpired: () => void): Problem {
  if (error instanceof CallError && error.code === 'link_expired') onExpired();
  const fields = error instanceof CallError ? error.fields : {};
  if (Object.keys(fields).length) return { fields };
  const reason = readReason(error, 'Bağlantınızı kontrol edip tekrar deneyin.');
  return { fields, message: `${failure} Yazdıklarınız duruyor. ${reason}` };
}

/**
 * Loads what a link leads to and shows the part of the page for its state: `loading`, then `open`, or what `stateOf`
 * returns for the error. Buttons to try again reload. Returns a function that shows another state.
 */
export function startLinkPage<State extends string>(
  page: HTMLElement,
  load: () => Promise<void>,
  stateOf: (error: unknown) => State,
): (state: State | 'loading' | 'open') => void {
  const show = (state: string) => {
    for (const part of page.querySelectorAll<HTMLElement>('[data-state]')) part.hidden = part.dataset.state !== state;
  };
  const run = async () => {
    show('loading');
    show(await load().then(() => 'open', stateOf));
  };
  for (const retry of page.querySelectorAll('[data-retry]')) retry.addEventListener('click', run);
  void run();
  return show;
}
