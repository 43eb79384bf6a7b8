import { useStore } from '@nanostores/react';
import { paths } from '../../adminPaths.ts';
import { serverNow } from '../../serverClock.ts';
import { Icon } from '../../ui/Icon.tsx';
import { alert } from '../ui/icons.ts';
import { ListTable } from '../ui/ListTable.tsx';
import { overdueColumns } from './columns.tsx';
import { overdue, overdueFilters } from './payments.store.ts';
import { holidaysNote, releaseSentence } from './payments.ts';
import { $summary } from './summary.store.ts';

/** Checkouts that should have been paid by now; their seats are released on the next working day at noon. */
export function Overdue() {
  const summary = useStore($summary);
  const release_at = 'value' in summary ? summary.value.overdue.release_at : null;
  const note = 'value' in summary && holidaysNote(summary.value.last_holiday, serverNow());
  return (
    <section className="panel" aria-labelledby="gecikenler">
      <div className="panel__head">
        <h2 id="gecikenler">Gecikenler</h2>
        {release_at && <p className="quiet">{releaseSentence(release_at, serverNow())}</p>}
      </div>
      {note && (
        <div className="note note--warn">
          <Icon of={alert} />
          <p>
            {note} <a href={paths.adminPaymentSettings}>Tatil günlerini ekleyin</a>
          </p>
        </div>
      )}
      <ListTable
        caption="Geciken ödemeler"
        list={overdue}
        filters={overdueFilters}
        of="siparişten"
        columns={overdueColumns}
        empty={<p className="quiet">Geciken ödeme yok.</p>}
      />
    </section>
  );
}
