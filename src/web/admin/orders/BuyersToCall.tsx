import { formatPhone } from '../../../shared/phone.ts';
import { type AdminOrder, buyersToCall } from './orders.ts';

/** Who has to be called, as no mail reaches them. */
export function BuyersToCall({ orders, calledOff = false }: { orders: AdminOrder[]; calledOff?: boolean }) {
  const buyers = buyersToCall(orders, calledOff);
  if (!buyers.length) return null;
  return (
    <div className="note note--warn">
      <div>
        <p>
          E-posta adresi olmayanları sizin aramanız gerekir
          {calledOff && '; siparişi daha önce iptal edilenler de listededir'}:
        </p>
        <ul>
          {buyers.map(([phone, name]) => (
            <li key={phone}>
              {name} <a href={`tel:${phone}`}>{formatPhone(phone)}</a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
