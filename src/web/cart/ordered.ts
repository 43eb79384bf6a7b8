// Apart from the checkout, whose code the orders page does not load.
import { readFlash, setFlash } from '../ui/flash.ts';

const orderedKey = 'order_done';

/** Tells the orders page that an order was just made. */
export const setOrdered = (): void => setFlash(orderedKey, true);

/** Whether the page before made an order; true once. */
export const readOrdered = (): boolean => readFlash(orderedKey) === true;
