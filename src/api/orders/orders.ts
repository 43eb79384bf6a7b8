import type { OrderStatus } from '../../contract/orders.ts';
import { fold } from '../../shared/fold.ts';
import { randomCode } from '../randomCode.ts';

/** Eight random letters and digits, shared by the orders of one checkout. */
export const newCode = (): string => randomCode(8);

/** Splits a full name: the last word is the surname, a single word is the name. */
export function splitName(fullName: string): { name: string; surname: string } {
  const words = fullName.split(' ');
  const surname = words.length > 1 ? (words.pop() as string) : '';
  return { name: words.join(' '), surname };
}

/** Whether a line of a checkout was not cancelled. */
export const stands = ({ status }: { status: OrderStatus }): boolean => status !== 'cancelled';

/** Whether somebody else than the buyer took a seat over; buyers may take over their own. */
export const isHeldByOther = (
  seat: { consent_at: Date | null; email: string | null },
  { buyer_email }: { buyer_email: string | null },
): boolean => seat.consent_at !== null && seat.email !== buyer_email;

/** The folded text that searches of orders look through. */
export const searchOf = (
  order: {
    code: string;
    event_title: string;
    buyer_email: string | null;
    buyer_name: string | null;
    buyer_phone: string | null;
  },
  names: string[],
): string => {
  const buyer = [order.buyer_email, order.buyer_name, order.buyer_phone].map((one) => one ?? '');
  return fold([order.code, order.event_title, ...buyer, ...names].join(' '));
};
