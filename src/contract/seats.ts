/** At most so many seats of one event in a cart or an order (CONTRACT.md 3). */
export const seatLimit = 10;
