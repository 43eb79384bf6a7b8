import { formatDay, formatPrice, formatTime } from '../../shared/format.ts';
import { seatNote } from '../catalog/seatNote.ts';
import { paths } from '../paths.ts';
import { Icon } from '../ui/Icon.tsx';
import { clock, minus, plus, trash } from '../ui/icons.ts';
import { Picture } from '../ui/Picture.tsx';
import { type CartLine, lineTotal } from './cart.ts';
import { changeQuantity, removeLine } from './cartEdits.store.ts';

interface Props {
  line: CartLine;
  /** A guest's quantity never falls below 1; for an account, 0 removes the line. */
  guest: boolean;
}

export function CartRow({ line, guest }: Props) {
  const { title, slug, date, time, location, category, quantity } = line;
  return (
    <li className="row">
      <Picture src={line.image1 || null} sizes="(min-width: 48rem) 148px, 92px" />
      <div className="row__main">
        <h2>{slug && line.on_sale ? <a href={paths.product(slug)}>{title}</a> : title}</h2>
        <p className="meta">
          {date && `${formatDay(date)} | ${formatTime(time)}`}
          <br />
          {location} | {category}
        </p>
        <SeatPill line={line} />
        <div className="row__end">
          {line.on_sale && (
            <fieldset className="qty">
              <legend className="sr">Adet: {title}</legend>
              <button
                type="button"
                aria-label={`Azalt: ${title}`}
                disabled={guest && quantity === 1}
                onClick={() => changeQuantity(line, -1)}
              >
                <Icon of={minus} />
              </button>
              <b>{quantity}</b>
              <button type="button" aria-label={`Artır: ${title}`} onClick={() => changeQuantity(line, 1)}>
                <Icon of={plus} />
              </button>
            </fieldset>
          )}
          <span className="money">{formatPrice(lineTotal(line))}</span>
          <button type="button" className="link" aria-label={`Kaldır: ${title}`} onClick={() => removeLine(line)}>
            <Icon of={trash} />
            Kaldır
          </button>
        </div>
      </div>
    </li>
  );
}

function SeatPill({ line }: { line: CartLine }) {
  const text = line.on_sale ? seatNote(line.stock) : 'Artık satışta değil';
  if (!text) return null;
  const open = line.on_sale && line.stock > 0;
  return (
    <span className={`pill ${open ? 'pill--warn' : 'pill--mute'}`}>
      {open && <Icon of={clock} />}
      {text}
    </span>
  );
}
