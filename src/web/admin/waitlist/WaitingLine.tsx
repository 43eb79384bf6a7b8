import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { AdminWaitlistEntry } from '../../../contract/waitlist.ts';
import { formatDateTime } from '../../../shared/format.ts';
import { mailto } from '../../../shared/mailto.ts';
import { serverNow } from '../../serverClock.ts';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import * as icons from '../ui/icons.ts';
import { $line, changePriority, loadLine } from './waitlist.store.ts';
import { entryLabel } from './waitlist.ts';

const columnsOf = (productId: string): Column<AdminWaitlistEntry>[] => [
  { label: 'Sıra', kind: 'num', cell: ({ position }) => position && `${position}.` },
  {
    label: 'Kişi',
    kind: 'main',
    cell: ({ name, email }) => (
      <>
        <b className="long">{name}</b>
        <span className="under">
          <a href={mailto(email)}>{email}</a>
        </span>
      </>
    ),
  },
  { label: 'Yer', kind: 'num', cell: ({ quantity }) => quantity },
  {
    label: 'Durum',
    cell: (entry) => {
      const { text, tone } = entryLabel(entry, serverNow());
      return <span className={`pill pill--${tone}`}>{text}</span>;
    },
  },
  { label: 'Girdiği an', cell: ({ joined_at }) => formatDateTime(joined_at) },
  { label: 'Öncelik', kind: 'num', cell: ({ priority }) => priority },
  {
    label: 'İşlemler',
    kind: 'acts',
    cell: (entry) =>
      entry.state === 'waiting' && (
        <>
          <IconButton
            icon={icons.up}
            label={`Öne al: ${entry.name}`}
            onClick={() => void changePriority(productId, entry, 1)}
          />
          <IconButton
            icon={icons.downward}
            label={`Geriye al: ${entry.name}`}
            onClick={() => void changePriority(productId, entry, -1)}
          />
        </>
      ),
  },
];

/** Who waits for seats of a product, with the clock of an offer. */
export function WaitingLine({ productId }: { productId: string }) {
  const line = useStore($line);
  useEffect(() => void loadLine(productId), [productId]);
  const rows = line.state === 'loaded' ? line.value : undefined;
  if (rows?.length === 0) return null;
  return (
    <section className="panel not-printed" aria-labelledby="bekleme">
      <div className="panel__head">
        <div>
          <h2 id="bekleme">Bekleme listesi</h2>
          <p className="quiet">Boşalan yer, sığdığı ilk kişiye sunulur. Önceliği yüksek olan önde durur.</p>
        </div>
      </div>
      <DataTable
        caption="Bekleme listesi"
        list={{
          rows,
          total: rows?.length ?? 0,
          loading: line.state === 'loading',
          error: line.state === 'failed' ? line.message : undefined,
        }}
        columns={columnsOf(productId)}
        onRetry={() => void loadLine(productId)}
        empty={null}
      />
    </section>
  );
}
