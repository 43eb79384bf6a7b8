/** Most seats of one product in a cart or an order. */
export const maxSeatsPerOrder = 10;

/** Least milliseconds a person needs for a form. Faster submissions come from scripts. */
export const minFormTimeMs = 1500;
