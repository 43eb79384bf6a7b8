import { useState } from 'react';
import { dayInIstanbul } from '../../../shared/time.ts';
import { serverNow } from '../../serverClock.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { download } from '../ui/icons.ts';
import { downloadAccounting } from './payments.store.ts';

/** The payments and refunds of a period for the accountant; this month until other days are chosen. */
export function Accounting() {
  const today = dayInIstanbul(serverNow());
  const [from, setFrom] = useState(`${today.slice(0, 8)}01`);
  const [to, setTo] = useState(today);
  const wrong = from && to && from > to ? 'Bitiş günü başlangıçtan önce olamaz.' : undefined;
  return (
    <section className="panel" aria-labelledby="muhasebe">
      <h2 id="muhasebe">Muhasebe listesi</h2>
      <p className="quiet">Seçtiğiniz günlerin ödemeleri ve iadeleri, KDV oranına göre satır satır.</p>
      <form
        className="form form--row"
        onSubmit={(event) => {
          event.preventDefault();
          if (!wrong) void downloadAccounting(from, to);
        }}
      >
        <Field label="Başlangıç" type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
        <Field label="Bitiş" type="date" value={to} onChange={(event) => setTo(event.target.value)} error={wrong} />
        <Button kind="line" icon={download} type="submit">
          CSV indir
        </Button>
      </form>
    </section>
  );
}
