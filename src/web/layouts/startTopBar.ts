import { safeLocalStorage } from '../ui/storage.ts';

declare global {
  interface DocumentEventMap {
    /** The number of seats in the cart has changed; sent by cart.store.ts. */
    seats: CustomEvent<number>;
  }
}

/** Within this distance from the top the bar never hides. */
const topPx = 100;

/** Hides the bar while scrolling down and shows it while scrolling up. */
function hideOnScroll(bar: HTMLElement): void {
  let last = 0;
  const onScroll = () => {
    const isDown = scrollY > last && scrollY > topPx;
    if (Math.abs(scrollY - last) > 4 || scrollY <= topPx) {
      bar.classList.toggle('is-away', isDown);
      last = scrollY;
    }
  };
  // In the next frame: reading it now would force an extra layout, and a restored position is no scrolling.
  requestAnimationFrame(() => {
    last = scrollY;
    addEventListener('scroll', onScroll, { passive: true });
  });
}

/** Runs `load` if one of the keys is stored, now or when Back restores the page, and when another tab stores one. */
function whenStored(keys: string[], load: () => Promise<unknown>): void {
  const check = () => keys.some(safeLocalStorage.readText) && load();
  check();
  addEventListener('pageshow', ({ persisted }) => persisted && check());
  addEventListener('storage', ({ key, newValue }) => key && keys.includes(key) && newValue && load());
}

/** Shows how many seats are in the cart. Without a cart its store is not loaded. */
function showBadge(cart: HTMLElement): void {
  const badge = cart.querySelector('.badge') as HTMLElement;
  const show = (count: number) => {
    badge.hidden = count === 0;
    badge.textContent = String(count);
    cart.setAttribute('aria-label', count ? `Sepet, ${count} bilet` : 'Sepet');
  };
  document.addEventListener('seats', ({ detail }) => show(detail));
  whenStored(['token', 'guest_cart'], async () => show((await import('../cart/cart.store.ts')).$seatCount.get()));
}

/** Closes the menu when the focus leaves it or one of its links is followed. */
function closeMenu(menu: HTMLElement): void {
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.hidePopover();
  });
  menu.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) menu.hidePopover();
  });
}

/** Shows the links of the present session. While it loads, those that the head script chose stay. */
function showSession(): void {
  const { dataset } = document.documentElement;
  whenStored(['token'], async () => {
    const { $session } = await import('../account/session.store.ts');
    $session.subscribe((session) => {
      if (session.state === 'user') dataset.user = session.user.role;
      if (session.state === 'guest') delete dataset.user;
    });
  });
}

export function startTopBar(): void {
  hideOnScroll(document.querySelector('.bar') as HTMLElement);
  showBadge(document.querySelector('.cart') as HTMLElement);
  closeMenu(document.querySelector('.menu') as HTMLElement);
  showSession();
}
