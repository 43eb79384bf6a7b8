import { mailto } from '../../../shared/mailto.ts';
import { formatPhone } from '../../../shared/phone.ts';
import type { AdminOrder } from './orders.ts';

/** Who bought, and how they are reached. */
export function Buyer({ buyer_name, buyer_email, buyer_phone }: AdminOrder) {
  if (!buyer_name) return <span className="quiet">silinmiş kişi</span>;
  return (
    <>
      <span className="long">{buyer_name}</span>
      {buyer_email && (
        <a className="under" href={mailto(buyer_email)}>
          {buyer_email}
        </a>
      )}
      {buyer_phone && (
        <a className="under" href={`tel:${buyer_phone}`}>
          {formatPhone(buyer_phone)}
        </a>
      )}
    </>
  );
}
