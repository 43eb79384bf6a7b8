import { formatPhone } from '../../../shared/phone.ts';
import { type AdminOrder, buyersToCall } from './orders.ts';

/** Who has to be called, as no mail reaches them. */
export function BuyersToCall({ orders }: { orders: AdminOrder[] }) {
  const buyers = buyersToCall(orders);
  if (!buyers.length) return null;
  return (
    <div className="note note--warn">
      <div>
        <p>E-posta adresi olmayanları sizin aramanız gerekir:</p>
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
