import { useEffect, useState } from 'react';
import type { Checkout } from '../../contract/checkouts.ts';
import { followCardPayment, payByCard } from '../cards/cardPayment.store.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { alert } from '../ui/icons.ts';
import { card as cardIcon, hourglass } from '../ui/paymentIcons.ts';
import { ErrorNote } from '../ui/States.tsx';
import { toast } from '../ui/toast.ts';
import { showChanged } from './orders.store.ts';

/** What the buyer may do, or what becomes of the money, while nobody told how a card payment ended. */
const whileWaiting: Partial<Record<Checkout['state'], string>> = {
  open: 'Ödemeyi yarıda bıraktıysanız yeniden deneyebilir ya da başka bir yol seçebilirsiniz.',
  released: 'Ödemeniz gelirse ve yer varsa yeriniz yeniden sizin olur, yoksa tamamını iade ederiz.',
  cancelled: 'Ödemeniz gelirse tamamını iade ederiz.',
};

/** Where the newest attempt to pay by card stands; it follows without reloading. */
export function CardState({ checkout: { code, state, card: newest } }: { checkout: Checkout }) {
  const card = newest?.state;
  // The page of a refused card may be open in another tab, and pay on a second try.
  useEffect(
    () => (card && card !== 'paid' ? followCardPayment({ code, state, card }, showSettled) : undefined),
    [card, code, state],
  );
  return (
    // One place that says both, so that the change is read out.
    <div className="pay__card" role="status">
      {card === 'waiting' && (
        <p className="note note--info">
          <Icon of={hourglass} />
          <span>
            <b>Bankanızdan yanıt bekliyoruz.</b> Gelince burada görünür; sayfayı yenilemeniz gerekmez.{' '}
            {whileWaiting[state]}
          </span>
        </p>
      )}
      {card === 'failed' && (
        <p className="note note--err">
          <Icon of={alert} />
          <span>
            <b>Kartınızla ödeme tamamlanamadı.</b> Yeniden deneyebilir, başka bir kart kullanabilir ya da başka bir
            ödeme yolu seçebilirsiniz.
          </span>
        </p>
      )}
    </div>
  );
}

/** Shows how a payment ended. What was paid leaves the sheet with the amount, so that a notice says it. */
function showSettled(checkout: Checkout): void {
  showChanged(checkout);
  if (checkout.state === 'paid' || checkout.card?.state === 'paid') toast('Ödemeniz alındı.');
}

/** Opens the card service's page over what is open. */
export function CardButton({ checkout: { code, card } }: { checkout: Checkout }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function pay() {
    setBusy(true);
    setProblem(await payByCard(code));
    setBusy(false);
  }
  const label = card ? 'Yeniden kartla öde' : 'Kartla öde';
  return (
    <>
      {problem && <ErrorNote text={problem} />}
      <Button
        icon={cardIcon}
        kind={card?.state === 'waiting' ? 'line' : 'accent'}
        busy={busy}
        aria-label={`${label}: ${code}`}
        onClick={() => void pay()}
      >
        {label}
      </Button>
    </>
  );
}
