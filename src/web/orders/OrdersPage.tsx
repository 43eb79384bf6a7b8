import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Order } from '../../contract/orders.ts';
import { $session } from '../account/session.store.ts';
import { readOrdered } from '../cart/checkout.store.ts';
import { paths } from '../paths.ts';
import { EmptyState, ErrorNote, Loading, OkNote } from '../ui/States.tsx';
import { OrderCard } from './OrderCard.tsx';
import { $orders, loadOrders } from './orders.store.ts';
import { splitByTime } from './orders.ts';

/** The orders of whoever is signed in. Guests go to the sign-in screen, which leads back here. */
export function OrdersPage() {
  const session = useStore($session);
  const [isNew, setNew] = useState(false);
  useEffect(() => {
    if (session.state === 'guest') location.replace(paths.login);
    if (session.state !== 'user') return;
    setNew((known) => readOrdered() || known);
    void loadOrders();
  }, [session.state]);
  if (session.state !== 'user') return null;
  return (
    <>
      <div className="page-head">
        <h1>Siparişlerim</h1>
      </div>
      {isNew && <OkNote text="✅ Sipariş başarıyla oluşturuldu!" />}
      <OrderLists />
    </>
  );
}

function OrderLists() {
  const orders = useStore($orders);
  if (orders.state === 'failed') return <ErrorNote text={orders.message} onRetry={loadOrders} />;
  if (orders.state !== 'loaded') return <Loading shapes={['skel--ticket', 'skel--ticket']} />;
  if (!orders.value.length) return <NoOrders />;
  const { upcoming, past, cancelled } = splitByTime(orders.value, new Date());
  return (
    <div className="stack stack--wide">
      <OrderList title="Yaklaşan Etkinliklerim" orders={upcoming} none="Yaklaşan bir etkinliğiniz yok." />
      {cancelled.length > 0 && <OrderList title="İptal Edilen Etkinliklerim" orders={cancelled} past none="" />}
      {past.length > 0 && <OrderList title="Geçmiş Etkinliklerim" orders={past} past none="" />}
    </div>
  );
}

function OrderList({ title, orders, past, none }: { title: string; orders: Order[]; past?: boolean; none: string }) {
  return (
    <section className="tickets" aria-label={title}>
      <h2>{title}</h2>
      {orders.length === 0 && <p className="lead">{none}</p>}
      <ul>
        {orders.map((order) => (
          <OrderCard key={order.id} order={order} past={past} />
        ))}
      </ul>
    </section>
  );
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
