import { formatPrice } from '../../shared/format.ts';
import { paths, withReturnTo } from '../paths.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { right } from '../ui/icons.ts';
import { type CartLine, totalOf } from './cart.ts';

interface Props {
  /** The lines on sale. */
  lines: CartLine[];
  /** A guest is told that an account comes next. */
  guest: boolean;
  onContinue: () => void;
}

/** The cart's total and the button that leads on. */
export function CartSummary({ lines, guest, onContinue }: Props) {
  return (
    <aside className="sum" aria-labelledby="ozet">
      <h2 id="ozet">Özet</h2>
      <dl>
        {lines.map((line) => (
          <div key={line.id}>
            <dt>
              {line.title}
              {`\u00a0×\u00a0${line.quantity}`}
            </dt>
            <dd>{formatPrice(totalOf([line]))}</dd>
          </div>
        ))}
      </dl>
      <p className="sum__total">
        <span>Toplam Tutar</span>
        <b>{formatPrice(totalOf(lines))}</b>
      </p>
      <Button kind="accent" wide disabled={!lines.length} onClick={onContinue}>
        Devam Et <Icon of={right} />
      </Button>
      {guest && (
        <p className="fine">
          Yeriniz adınıza ayrılır, bunun için bir hesap gerekir. Hesabınız yoksa{' '}
          <a href={withReturnTo(paths.register, paths.checkout)}>kayıt olun</a>; sepetiniz sizi bekler.
        </p>
      )}
      <a className="btn btn--line btn--wide" href={paths.orders}>
        Siparişlerim
      </a>
    </aside>
  );
}
