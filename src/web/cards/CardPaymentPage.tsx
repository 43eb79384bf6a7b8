import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Checkout } from '../../contract/checkouts.ts';
import { formatLira } from '../../shared/format.ts';
import { $session } from '../account/session.store.ts';
import { paths, withReturnTo } from '../paths.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorNote, Loading } from '../ui/States.tsx';
import { $cardPayment, followCardPayment, leave, loadCardPayment, payByCard } from './cardPayment.store.ts';

/** The order code of `/odeme/{code}`. */
const readCode = () => location.pathname.split('/')[2] ?? '';

/** The page of a card: the service's own page in a frame, or a button that opens it. */
export function CardPaymentPage() {
  const session = useStore($session);
  const payment = useStore($cardPayment);
  useEffect(() => {
    if (session.state === 'guest') location.replace(withReturnTo(paths.login, `${paths.orders}?code=${readCode()}`));
    if (session.state === 'user') void loadCardPayment(readCode());
  }, [session.state]);
  if (payment.state === 'unknown' || payment.state === 'failed') {
    const retry = () => void loadCardPayment(readCode());
    return (
      <>
        {payment.state === 'unknown' && <ErrorNote text="Bu kodla bir siparişiniz yok." />}
        {payment.state === 'failed' && <ErrorNote text={payment.message} onRetry={retry} />}
        <BackLink href={paths.orders} text="Siparişlerime dön" />
      </>
    );
  }
  if (payment.state !== 'loaded') return <Loading shapes={['skel--ticket']} />;
  const { checkout, frame } = payment.value;
  return (
    <>
      <Summary checkout={checkout} />
      {frame ? <Frame code={checkout.code} address={frame} /> : <OpenButton code={checkout.code} />}
      <BackLink href={`${paths.orders}?code=${checkout.code}`} text="Vazgeç, siparişlerime dön" />
    </>
  );
}

const BackLink = ({ href, text }: { href: string; text: string }) => (
  <p className="card-pay__back">
    <a href={href}>{text}</a>
  </p>
);

function Summary({ checkout: { code, open, orders } }: { checkout: Checkout }) {
  return (
    <p className="card-pay__sum">
      <span>
        {orders
          .filter(({ status }) => status !== 'cancelled')
          .map(({ event_title }) => event_title)
          .join(', ')}
        <small>Sipariş kodu {code}</small>
      </span>
      <b>{formatLira(open)}</b>
    </p>
  );
}

/** Shows the service's page in a frame; the browser leaves once the service told how the payment ended. */
function Frame({ code, address }: { code: string; address: string }) {
  useEffect(() => followCardPayment({ code, state: 'open' }, () => leave(code)), [code]);
  return (
    <>
      <iframe className="card-pay__frame" src={address} title="Kart bilgilerinizi yazacağınız güvenli sayfa" />
      <p className="fine">
        Kart bilgileriniz yalnızca ödeme kuruluşuna gider. Sayfa görünmüyorsa{' '}
        <a href={address}>güvenli sayfayı tam ekranda açın</a>.
      </p>
    </>
  );
}

function OpenButton({ code }: { code: string }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function pay() {
    setBusy(true);
    setProblem(await payByCard(code));
    setBusy(false);
  }
  return (
    <>
      <p>Kart bilgilerinizi ödeme kuruluşunun güvenli sayfasına yazarsınız.</p>
      {problem && <ErrorNote text={problem} />}
      <Button kind="accent" busy={busy} onClick={() => void pay()}>
        Kartla öde
      </Button>
    </>
  );
}
