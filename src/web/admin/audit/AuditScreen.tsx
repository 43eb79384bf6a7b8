import { useStore } from '@nanostores/react';
import type { AuditEntryView } from '../../../contract/audit.ts';
import { formatDateTime } from '../../../shared/format.ts';
import { Button } from '../../ui/Button.tsx';
import { CsvButton } from '../ui/CsvButton.tsx';
import type { Column } from '../ui/DataTable.tsx';
import { DateFilter, SelectFilter } from '../ui/filters.tsx';
import { ListPanel } from '../ui/ListPanel.tsx';
import { $people, download, filters, list } from './audit.store.ts';
import { actionText, actorText, entityNames, fieldChanges } from './audit.ts';
import './audit-screen.css';

const columns: Column<AuditEntryView>[] = [
  { label: 'İşlem', kind: 'main', cell: (entry) => <b>{actionText(entry)}</b> },
  {
    label: 'Kim, ne zaman',
    cell: (entry) => (
      <>
        {actorText(entry)}
        <time className="under" dateTime={entry.at}>
          {formatDateTime(entry.at)}
        </time>
      </>
    ),
  },
  { label: 'Değişen alanlar', cell: (entry) => <Changes entry={entry} /> },
  { label: 'Kayıt', cell: (entry) => <Row entry={entry} /> },
];

/** Each changed field with its value before and after. */
function Changes({ entry }: { entry: AuditEntryView }) {
  const changes = fieldChanges(entry);
  if (!changes.length) return null;
  return (
    <dl className="changes">
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            {entry.before && (
              <>
                <span className="sr">önce </span>
                <del>{before}</del>
              </>
            )}
            {entry.after && (
              <>
                <span className="sr"> sonra </span>
                <ins>{after}</ins>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The changed row; pressing it shows its entries alone. */
function Row({ entry: { entity_id } }: { entry: AuditEntryView }) {
  if (!entity_id) return null;
  const mark = entity_id.slice(0, 8);
  return (
    <button
      type="button"
      className="link"
      aria-label={`Bu kaydın geçmişi: ${mark}`}
      onClick={() => filters.set({ entity_id })}
    >
      {mark}
    </button>
  );
}

/** Says that one row is shown alone, and leads back. */
function OneRow() {
  const { entity_id } = useStore(filters.$filters);
  if (!entity_id) return null;
  return (
    <div className="panel__head">
      <p>
        Yalnızca <b>{entity_id.slice(0, 8)}</b> kaydının geçmişi gösteriliyor.
      </p>
      <Button kind="line" className="btn--sm" onClick={() => filters.set({ entity_id: '' })}>
        Bütün kayıtları göster
      </Button>
    </div>
  );
}

const entities = [['', 'Tüm bölümler'], ...Object.entries(entityNames)] as [string, string][];

/** Who changed what, when, and how it was before. */
export default function AuditScreen() {
  const people = useStore($people);
  return (
    <ListPanel
      heading={<OneRow />}
      caption="Değişiklik geçmişi"
      list={list}
      filters={filters}
      of="değişiklikten"
      wide
      columns={columns}
      empty="Henüz değişiklik yok."
      noMatch="Bu süzgeçlere uyan değişiklik yok."
      narrowing={['entity', 'entity_id', 'actor_id', 'from', 'to']}
      clear="Süzgeçleri temizle"
    >
      <SelectFilter filters={filters} name="entity" label="Bölüm" options={entities} />
      <SelectFilter filters={filters} name="actor_id" label="Kişi" options={[['', 'Herkes'], ...people]} />
      <DateFilter filters={filters} name="from" label="Başlangıç" max="to" />
      <DateFilter filters={filters} name="to" label="Bitiş" min="from" />
      <CsvButton onDownload={download} />
    </ListPanel>
  );
}
