import { useEffect, useState } from 'react';
import type { Checkout } from '../../contract/checkouts.ts';
import { serverNow } from '../serverClock.ts';
import { Button } from '../ui/Button.tsx';
import { type Sheet, toSheets } from './checkouts.ts';
import { OrderCard } from './OrderCard.tsx';

/** The orders by their days: coming, cancelled, past. */
export default function OrderSheets({ checkouts }: { checkouts: Checkout[] }) {
  useEffect(() => {
    // Back from a card service: how the payment stands comes into view, or its order where nothing is said of it. Where
    // that is already, what stands above it stays there too.
    const code = new URLSearchParams(location.search).get('code');
    const sheet = code ? document.getElementById(code) : null;
    const note = sheet?.querySelector('.pay__card .note');
    if (note && note.getBoundingClientRect().bottom > innerHeight) note.scrollIntoView({ block: 'center' });
    else if (sheet && sheet.getBoundingClientRect().top > innerHeight / 2) sheet.scrollIntoView({ block: 'start' });
    // Read out, and where the Tab key goes on.
    sheet?.querySelector<HTMLElement>('.tk__top')?.focus({ preventScroll: true });
  }, []);
  const { upcoming, past, cancelled } = toSheets(checkouts, serverNow());
  return (
    <div className="stack stack--wide">
      <OrderList title="Yaklaşan Etkinliklerim" sheets={upcoming} none="Yaklaşan bir atölyeniz yok." />
      {cancelled.length > 0 && <OrderList title="İptal Edilen Etkinliklerim" sheets={cancelled} past none="" />}
      {past.length > 0 && <OrderList title="Geçmiş Etkinliklerim" sheets={past} past none="" />}
    </div>
  );
}

/** Of what is cancelled or past, so many sheets are shown at first: the waiting list stands below. */
const shownAtFirst = 10;

function OrderList({ title, sheets, past, none }: { title: string; sheets: Sheet[]; past?: boolean; none: string }) {
  // Whoever was sent to an order finds it, however old it is.
  const [isWhole, setWhole] = useState(!past || location.search.includes('code='));
  return (
    <section className="tickets" aria-label={title}>
      <h2>{title}</h2>
      {sheets.length === 0 && <p className="lead">{none}</p>}
      <ul>
        {sheets.slice(0, isWhole ? undefined : shownAtFirst).map((sheet) => (
          <OrderCard key={sheet.checkout.code} sheet={sheet} past={past} />
        ))}
      </ul>
      {past && sheets.length > shownAtFirst && (
        <Button kind="line" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Daha az göster' : `Tümünü göster (${sheets.length})`}
        </Button>
      )}
    </section>
  );
}
