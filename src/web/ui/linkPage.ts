import { CallError } from '../http.ts';

/** The key in the address of a link's page, as the token in `/devir/{token}`. */
export const readKey = (path: string): string => (path.split('/')[2] ?? '').slice(0, 200);

/** Whether a refused call says that a link is over. One that was cut off while it was copied is no token at all. */
export const isOver = (error: unknown): boolean => error instanceof CallError && [404, 410, 422].includes(error.status);

/**
 * Loads what a link leads to and shows the part of the page for its state: `loading`, then `open`, or what `stateOf` says
 * of the error. Its buttons to try again load once more. Returns what shows another state.
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
