import { useStore } from '@nanostores/react';
import { formatLira } from '../../../shared/format.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { overdueColumns } from './columns.tsx';
import { overdue } from './payments.store.ts';

/** Checkouts that should have been paid by now; their seats are released on the next working day at noon. */
export function Overdue() {
  const list = useStore(overdue.$list);
  const sum = list.rows?.reduce((all, { open }) => all + open, 0) ?? 0;
  return (
    <section className="panel" aria-labelledby="gecikenler">
      <div className="panel__head">
        <h2 id="gecikenler">Gecikenler</h2>
        {sum > 0 && (
          <p className="quiet">
            {list.rows?.length} sipariş, {formatLira(sum)}
          </p>
        )}
      </div>
      <DataTable
        caption="Geciken ödemeler"
        list={list}
        columns={overdueColumns}
        empty={<p className="quiet">Geciken ödeme yok.</p>}
        onRetry={overdue.reload}
      />
    </section>
  );
}
