import { formatMoney } from '../../../shared/format.ts';
import { joinName } from '../../../shared/names.ts';
import { formatPhone } from '../../../shared/phone.ts';
import { byName, type Seat } from '../orders/orders.ts';

/** The list on paper: one row for each seat, by name, with boxes to tick by hand. Hidden on a screen. */
export function ParticipantSheet({ title, seats, asks }: { title: string; seats: Seat[]; asks: boolean }) {
  return (
    <table className="sheet">
      <caption className="sr">{title}: yoklama</caption>
      <thead>
        <tr>
          {['', 'Katılımcı', 'Telefon', ...(asks ? ['Yanıt'] : []), 'Ödenecek', 'Geldi', 'Not'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {byName(seats).map((seat, index) => (
          <SheetRow key={seat.id} seat={seat} number={index + 1} asks={asks} />
        ))}
      </tbody>
    </table>
  );
}

function SheetRow({ seat, number, asks }: { seat: Seat; number: number; asks: boolean }) {
  const { order, open, answer } = seat;
  const person = joinName(seat);
  const { buyer_name, buyer_phone, code } = order;
  return (
    <tr>
      <td>{number}</td>
      <td>
        <b>{person}</b>
        <small>{buyer_name && buyer_name !== person ? `${buyer_name} · ${code}` : code}</small>
      </td>
      <td>{formatPhone(buyer_phone)}</td>
      {asks && <td className="answer">{answer?.answer}</td>}
      <td>{open > 0 && formatMoney(open)}</td>
      <td>
        <span className="tick-box" />
      </td>
      <td />
    </tr>
  );
}
