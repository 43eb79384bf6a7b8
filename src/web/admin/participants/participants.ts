import type { AdminOrder } from '../orders/orders.ts';

/** Answers to a move: those who ordered before it, and whether they gave their seats back. Silence keeps the seat. */
export const answersToMove = (orders: AdminOrder[]): { kept: AdminOrder[]; cancelled: AdminOrder[] } => {
  const asked = orders.filter(({ decide_until }) => decide_until !== null);
  return {
    kept: asked.filter(({ status }) => status !== 'cancelled'),
    cancelled: asked.filter(({ status }) => status === 'cancelled'),
  };
};
