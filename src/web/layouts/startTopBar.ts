import { safeLocalStorage } from '../ui/storage.ts';

declare global {
  interface DocumentEventMap {
    /** How many seats are in the cart now; said by the cart's store. */
    seats: CustomEvent<number>;
  }
}

const nearTop = 100;

/** Hides the bar while scrolling down, brings it back scrolling up or within 100 px of the top (SPEC.md 2). */
function hideOnScroll(bar: HTMLElement): void {
  let last = 0;
  // Asked with the next frame, which lays the page out anyway: the answer now would cost a layout of its own.
  requestAnimationFrame(() => {
    last = scrollY;
  });
  addEventListener(
    'scroll',
    () => {
      const down = scrollY > last && scrollY > nearTop;
      if (Math.abs(scrollY - last) > 4 || scrollY <= nearTop) {
        bar.classList.toggle('is-away', down);
        last = scrollY;
      }
    },
    { passive: true },
  );
}

/** Runs `load` once one of these keys holds something: now, or when another tab writes it. */
function whenKept(keys: string[], load: () => Promise<unknown>): void {
  if (keys.some(safeLocalStorage.readText)) load();
  addEventListener('storage', ({ key, newValue }) => key && keys.includes(key) && newValue && load());
}

/** Shows how many seats wait in the cart; the badge has its place already. Without a cart its store is not loaded. */
function showBadge(cart: HTMLElement): void {
  const badge = cart.querySelector('.badge') as HTMLElement;
  const show = (count: number) => {
    badge.hidden = count === 0;
    badge.textContent = String(count);
    cart.setAttribute('aria-label', count ? `Sepet, ${count} bilet` : 'Sepet');
  };
  document.addEventListener('seats', ({ detail }) => show(detail));
  whenKept(['token', 'guest_cart'], async () => show((await import('../cart/cart.store.ts')).$seatCount.get()));
}

/** The menu closes when the keyboard leaves it or one of its links is followed. */
function closeMenu(menu: HTMLElement): void {
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.hidePopover();
  });
  menu.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) menu.hidePopover();
  });
}

/** Shows the links of whoever is here; while that is being asked, those the head script chose stay. */
function showSession(): void {
  const { dataset } = document.documentElement;
  whenKept(['token'], async () => {
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
