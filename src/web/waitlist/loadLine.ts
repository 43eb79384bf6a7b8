import { readToken } from '../token.ts';

/** The code of the waiting list, loaded when it is first wanted. */
export const loadLine = () => import('./line.ts');

/** Shows places in lines on the cards to people who are signed in or return from signing in; others load no code. */
export function startPlaces(selector: string): void {
  if (!readToken() && !location.search.includes('sira=')) return;
  loadLine().then(
    ({ showPlaces }) => showPlaces([...document.querySelectorAll<HTMLElement>(selector)]),
    () => {},
  );
}
