import { productOf, showPlace } from '../catalog/updateCards.ts';
import { readToken } from '../token.ts';
import { readJoinAddress } from './joinAddress.ts';
import { openJoinDialog } from './openJoinDialog.ts';
import { $waitlist, loadWaitlist } from './waitlist.store.ts';
import { placeWord } from './waitlist.ts';

/** Shows on the cards the account's place in line. Opens the dialog that a guest left to sign in. */
export async function showPlaces(cards: HTMLElement[]): Promise<void> {
  if (readToken()) {
    // Without an answer the cards offer to join; joining again is refused with a sentence.
    await loadWaitlist();
    const loaded = $waitlist.get();
    const entries = loaded.state === 'loaded' ? loaded.value : [];
    const words = new Map(entries.flatMap((entry) => (placeWord(entry) ? [[entry.product_id, placeWord(entry)]] : [])));
    for (const card of cards) showPlace(card, words.get(productOf(card).id));
  }
  const wanted = readJoinAddress(location);
  if (!wanted) return;
  history.replaceState(history.state, '', wanted.rest + location.hash);
  const card = cards.find((each) => productOf(each).slug === wanted.slug);
  if (card && productOf(card).stock < wanted.quantity) openJoinDialog(card, wanted.quantity);
}
