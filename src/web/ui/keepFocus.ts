import { ignoreSecondPress } from './ignoreSecondPress.ts';
import { keepToasts } from './keepToasts.ts';

/** Where a focused element stands, to find what is near once it is gone. */
interface Place {
  element: HTMLElement;
  /** What a control shows: the same action looks the same in each row of a list. */
  look: string | undefined;
  /** Its ancestors, innermost first, each with the index of the child that leads to it. */
  steps: { parent: Element; index: number }[];
  /** Whether the focus is shown, as it is for the keyboard: only then the page may scroll. */
  isShown: boolean;
}

const controls = ':is(a[href], button, input, select, textarea, summary):not(:disabled, [tabindex="-1"])';
const gone = ':disabled, [hidden], :is([hidden], dialog:not([open])) *';

const isThere = (element: Element) => element.isConnected && !element.matches(gone);
const findShown = (root: Element, selector: string) =>
  [...(root.matches(selector) ? [root] : []), ...root.querySelectorAll<HTMLElement>(selector)].filter(
    (element): element is HTMLElement => isThere(element) && element.getClientRects().length > 0,
  );

function placeOf(element: HTMLElement): Place {
  const steps: Place['steps'] = [];
  for (let child: Element = element; child.parentElement; child = child.parentElement)
    steps.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  const look = element.matches(controls) ? element.innerHTML : undefined;
  return { element, look, steps, isShown: element.matches(':focus-visible') };
}

/** The same action of the next row, else of one before; else the heading of the list or, within a row, a neighbour. */
function findNear({ look, steps }: Place): HTMLElement | undefined {
  for (const { parent, index } of steps) {
    if (!isThere(parent)) continue;
    const children = [...parent.children];
    const around = [...children.slice(index), ...children.slice(0, index).reverse()].flatMap((child) =>
      findShown(child, controls),
    );
    const same = around.find((control) => control.innerHTML === look);
    const neighbour = parent.matches('section, main') ? undefined : around[0];
    const found = same ?? findShown(parent, 'h1, h2, h3')[0] ?? neighbour;
    if (found) return found;
  }
}

/** Safari focuses what is around a pressed control: a dialog or menu could not return the focus to it. */
function focusPressed({ target }: Event): void {
  if (document.activeElement?.contains(target as Element))
    (target as Element).closest<HTMLElement>(controls)?.focus({ preventScroll: true });
}

/**
 * Keeps the focus when its element leaves the page, is hidden or disabled, as a button may by its own press: it goes to
 * what opened the dialog that is gone, or near where it was. The browser leaves it on nothing, at the top of the page.
 * Nor does the second press of a double click take it elsewhere.
 */
export function keepFocus(): void {
  let last: Place | undefined;
  /** Where the focus was when the newest toast came: what its button brings back, or the row after it, is there. */
  let beforeToast: Place | undefined;
  const openers = new WeakMap<Element, Place>();

  function remember(): void {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return;
    const dialog = element.closest('dialog');
    if (dialog && last && isThere(last.element) && !dialog.contains(last.element)) openers.set(dialog, last);
    last = placeOf(element);
  }
  function findFrom(place: Place): HTMLElement | undefined {
    if (isThere(place.element)) return place.element;
    if (beforeToast && place.element.closest('.toast')) return findFrom(beforeToast);
    const dialog = place.element.closest('dialog');
    if (!dialog || (dialog.isConnected && dialog.open)) return findNear(place);
    const opener = openers.get(dialog);
    openers.delete(dialog);
    // Without an opener the dialog was open before this script was loaded: the browser moves the focus back itself.
    return opener && findFrom(opener);
  }
  new MutationObserver(() => {
    const active = document.activeElement;
    if (!last || isThere(last.element) || (active && active !== document.body && active !== last.element)) return;
    const found = findFrom(last);
    if (found && !found.matches(controls)) found.tabIndex = -1;
    found?.focus({ preventScroll: !last.isShown });
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'hidden', 'open'] });

  ignoreSecondPress();
  keepToasts();
  document.addEventListener('toast', () => {
    if (!last?.element.closest('.toast')) beforeToast = last;
  });
  document.addEventListener('click', focusPressed, true);
  document.addEventListener('focusin', remember);
  // A click beside all controls takes the focus away from an element that stays: nothing is lost.
  document.addEventListener('focusout', () =>
    queueMicrotask(() => {
      if (last && document.activeElement === document.body && isThere(last.element)) last = undefined;
    }),
  );
  remember();
}
