// Apart from the checkout, whose code the orders page does not load.
import { readFlash, setFlash } from '../ui/flash.ts';
import { safeSessionStorage } from '../ui/storage.ts';

const orderedKey = 'order_done';

/** Tells the next page that an order was just made. Back reloads the page that made it. */
export function setOrdered(): void {
  setFlash(orderedKey, true);
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
}

/** Whether this tab made an order that the orders page has not shown yet, as when Back leads from the card service. */
export const isOrdered = (): boolean => safeSessionStorage.readJson(orderedKey) === true;

/** Whether the page before made an order; true once. */
export const readOrdered = (): boolean => readFlash(orderedKey) === true;
