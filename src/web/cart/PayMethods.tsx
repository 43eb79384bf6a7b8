import type { OrderPreview, PaymentMethod } from '../../contract/orders.ts';
import { Icon } from '../ui/Icon.tsx';
import { bank, card, onsite } from '../ui/paymentIcons.ts';
import { dueMoment } from './preview.ts';

const ways: Record<PaymentMethod, { name: string; icon: string; text: (due: string) => string }> = {
  transfer: {
    name: 'Havale / EFT',
    icon: bank,
    text: (due) => `Hesap bilgileri siparişten sonra e-postanıza gelir. Son ödeme ${due}.`,
  },
  onsite: { name: 'Merkezde ödeme', icon: onsite, text: (due) => `Merkezimizde. Son ödeme ${due}.` },
  card: { name: 'Kartla öde', icon: card, text: () => 'Bankanızın güvenli sayfasına geçersiniz.' },
};

interface Props {
  preview: OrderPreview;
  method: PaymentMethod | undefined;
  onChoose: (method: PaymentMethod) => void;
}

export function PayMethods({ preview, method, onChoose }: Props) {
  const due = dueMoment(preview.due_at);
  return (
    <fieldset className="co__part">
      <legend>Nasıl ödemek istersiniz?</legend>
      <div className="pick">
        {preview.methods.map((each) => (
          <label className="way" key={each}>
            <input type="radio" name="method" checked={each === method} onChange={() => onChoose(each)} />
            <b>{ways[each].name}</b>
            <Icon of={ways[each].icon} />
            <small>{ways[each].text(due)}</small>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
