import { readToken } from '../token.ts';
import { readJoinAddress } from './joinAddress.ts';

/** Shows places in lines on the cards, for whoever is signed in. Guests load none of it. */
export function startPlaces(selector: string): void {
  if (!readToken() && !readJoinAddress(location)) return;
  import('./showPlaces.ts').then(
    ({ showPlaces }) => showPlaces([...document.querySelectorAll<HTMLElement>(selector)]),
    () => {},
  );
}
