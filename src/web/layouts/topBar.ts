import { $session } from '../account/session.store.ts';
import { $badge } from '../cart/cart.store.ts';

const nearTop = 100;

/** Hides the bar while scrolling down, brings it back scrolling up or within 100 px of the top (SPEC.md 2). */
function hideOnScroll(bar: HTMLElement): void {
  let last = scrollY;
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

/** Shows how many seats wait in the cart; the badge has its place already. */
function showBadge(cart: HTMLElement): void {
  const badge = cart.querySelector('.badge') as HTMLElement;
  $badge.subscribe((count) => {
    badge.hidden = count === 0;
    badge.textContent = String(count);
    cart.setAttribute('aria-label', count ? `Sepet, ${count} bilet` : 'Sepet');
  });
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
  $session.subscribe((session) => {
    if (session.state === 'user') dataset.user = session.user.role;
    if (session.state === 'guest') delete dataset.user;
  });
}

export function startTopBar(): void {
  hideOnScroll(document.querySelector('.bar') as HTMLElement);
  showBadge(document.querySelector('.cart') as HTMLElement);
  closeMenu(document.querySelector('.menu') as HTMLElement);
  showSession();
}
