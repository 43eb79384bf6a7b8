import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $session } from '../account/session.store.ts';
import { readOrdered } from '../cart/ordered.ts';
import { paths } from '../paths.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { EmptyState, ErrorNote, Loading, OkNote } from '../ui/States.tsx';
import { $waitlist, loadWaitlist } from '../waitlist/waitlist.store.ts';
import { nextStep } from './checkouts.ts';
import { $checkouts, loadCheckouts } from './orders.store.ts';

/** Loaded for whoever has orders; the placeholders stay until then. */
const OrderSheets = lazyComponent(() => import('./OrderSheets.tsx'), LoadingSheets, SheetsFailure);

/** Loaded for whoever has been in a line. */
const Lines = lazyComponent(
  () => import('./Lines.tsx'),
  () => null,
  LinesFailure,
);

/** The orders of whoever is signed in. Guests go to the sign-in screen, which leads back here. */
export function OrdersPage() {
  const session = useStore($session);
  const [isNew, setNew] = useState(false);
  useEffect(() => {
    if (session.state === 'guest') location.replace(paths.login);
    if (session.state !== 'user') return;
    setNew((known) => readOrdered() || known);
    const load = () => void Promise.all([loadCheckouts(), loadWaitlist()]);
    load();
    // The back button shows the page as it was left for a card service or the cart, before what was done there.
    const reload = ({ persisted }: PageTransitionEvent) => persisted && load();
    addEventListener('pageshow', reload);
    return () => removeEventListener('pageshow', reload);
  }, [session.state]);
  if (session.state !== 'user') return null;
  return (
    <>
      <div className="page-head">
        <h1>Siparişlerim</h1>
      </div>
      {isNew && <Ordered />}
      <MyLines part="offers" />
      <OrderLists />
      <MyLines part="places" />
    </>
  );
}

/** Offers stand above the orders: they have a clock. */
function MyLines({ part }: { part: 'offers' | 'places' }) {
  const waitlist = useStore($waitlist);
  if (waitlist.state === 'failed' && part === 'places')
    return <ErrorNote text={waitlist.message} onRetry={loadWaitlist} />;
  return waitlist.state === 'loaded' && waitlist.value.length > 0 ? (
    <Lines entries={waitlist.value} part={part} />
  ) : null;
}

function LoadingSheets() {
  return <Loading shapes={['skel--ticket', 'skel--ticket']} />;
}

function SheetsFailure({ onRetry }: { onRetry: () => void }) {
  return <ErrorNote text="Siparişleriniz açılamadı. Bağlantınızı kontrol edin." onRetry={onRetry} />;
}

function LinesFailure({ onRetry }: { onRetry: () => void }) {
  return <ErrorNote text="Bekleme listeniz açılamadı. Bağlantınızı kontrol edin." onRetry={onRetry} />;
}

/** Says that the order was made, and what to do next. */
function Ordered() {
  const checkouts = useStore($checkouts);
  const newest = checkouts.state === 'loaded' ? checkouts.value[0] : undefined;
  return <OkNote text={`✅ Sipariş başarıyla oluşturuldu! ${newest ? nextStep(newest) : ''}`.trim()} />;
}

function OrderLists() {
  const checkouts = useStore($checkouts);
  if (checkouts.state === 'failed') return <ErrorNote text={checkouts.message} onRetry={loadCheckouts} />;
  if (checkouts.state !== 'loaded') return <LoadingSheets />;
  if (!checkouts.value.length) return <NoOrders />;
  return <OrderSheets checkouts={checkouts.value} />;
}

const NoOrders = () => (
  <EmptyState
    text="Hiç siparişiniz yok."
    action={
      <a className="btn" href={paths.products}>
        Atölyelere göz atın
      </a>
    }
  />
);
