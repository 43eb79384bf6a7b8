import { task } from 'nanostores';
import { $session } from '../account/session.store.ts';
import { $seatCount } from './cart.state.ts';

export { $accountCart, $cart, $guestCart, $seatCount } from './cart.state.ts';

/** Loaded on demand: guests make no calls. */
const accountCart = () => import('./accountCart.store.ts');

if (typeof window !== 'undefined') {
  // An event, because the top bar does not load this store for people without a cart.
  $seatCount.subscribe((count) => void document.dispatchEvent(new CustomEvent('seats', { detail: count })));
  let userId: string | undefined;
  $session.subscribe((session) => {
    if (session.state === 'loading') return;
    const before = userId;
    const now = session.state === 'user' ? session.user.id : undefined;
    userId = now;
    if (now === before) return;
    // In a `task` of nanostores, as the sign-in screen waits for the merge before it leaves the page.
    void task(async () => {
      const { clearAccountCart, mergeAndLoadCart } = await accountCart();
      if (before) clearAccountCart();
      if (now) await mergeAndLoadCart();
    });
  });
}
