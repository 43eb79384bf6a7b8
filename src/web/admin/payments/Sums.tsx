import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { formatLira } from '../../../shared/format.ts';
import { serverNow } from '../../serverClock.ts';
import { ListFailure } from '../ui/ListFailure.tsx';
import { daysUntil } from './payments.ts';
import { $summary, loadSummary } from './summary.store.ts';

/** How much is overdue, expected, received this month and to be paid back. */
export function Sums() {
  const summary = useStore($summary);
  useEffect(() => void loadSummary(), []);
  if (summary.state === 'failed') return <ListFailure text={summary.message} onRetry={() => void loadSummary()} />;
  const sums = 'value' in summary ? summary.value : undefined;
  const tiles = [
    { name: 'Geciken', sum: sums?.overdue, note: 'sipariş' },
    { name: 'Beklenen', sum: sums?.expected, note: 'sipariş' },
    { name: 'Bu ay gelen', sum: sums?.received, note: 'ödeme' },
    { name: 'Geri ödenecek', sum: sums?.refunds, note: 'iade' },
  ];
  const nearest = sums?.refunds.due_at;
  return (
    <div className="stats stats--pay" aria-busy={!sums}>
      {tiles.map(({ name, sum, note }, index) => (
        <div className={index === 0 && sum?.count ? 'stat stat--late' : 'stat'} key={name}>
          <span>{name}</span>
          <b>{sum ? formatLira(sum.amount) : <span className="skel stat__wait" />}</b>
          <small>{index === 3 && nearest ? toWords(nearest) : sum && `${sum.count} ${note}`}</small>
        </div>
      ))}
    </div>
  );
}

function toWords(due_at: string): string {
  const days = daysUntil(due_at, serverNow());
  if (days < 0) return `en eskisi ${-days} gün gecikti`;
  return days === 0 ? 'en yakını bugün' : `en yakını ${days} gün sonra`;
}
