/** Seats of one product that one person may hold. */
export const maxSeatsPerOrder = 10;

/** Milliseconds a person needs at least to fill in a form; whatever is faster is a script. */
export const minFormTimeMs = 1500;
