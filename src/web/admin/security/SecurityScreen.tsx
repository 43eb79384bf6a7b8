import { useStore } from '@nanostores/react';
import type { SecurityEventView } from '../../../contract/security.ts';
import { formatDateTime } from '../../../shared/format.ts';
import { eventNames, isSuspicious, refusalText } from '../../account/securityEvents.ts';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../ui/DataTable.tsx';
import { DateFilter, SelectFilter } from '../ui/filters.tsx';
import { ListPanel } from '../ui/ListPanel.tsx';
import { filters, list } from './security.store.ts';

const columns: Column<SecurityEventView>[] = [
  {
    label: 'Olay',
    kind: 'main',
    cell: ({ kind, outcome }) => (
      <>
        <span className={`pill pill--${isSuspicious(kind) ? 'warn' : 'mute'}`}>{eventNames[kind]}</span>
        {refusalText(outcome) && <span className="under">{refusalText(outcome)}</span>}
      </>
    ),
  },
  { label: 'Hesap', cell: (event) => <Account event={event} /> },
  { label: 'Zaman', cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time> },
  { label: 'Cihaz', cell: ({ device }) => device || <span className="quiet">yönetim paneli</span> },
  { label: 'Ağ', cell: ({ network }) => network && <code title="Aynı ağ, aynı işaret">{network}</code> },
];

/** The account of an event; pressing it shows its events alone. */
function Account({ event: { account_id, account_name } }: { event: SecurityEventView }) {
  if (!account_id) return <span className="quiet">hesabı olmayan bir adres</span>;
  const name = account_name || 'adsız hesap';
  return (
    <button
      type="button"
      className="link"
      aria-label={`Yalnızca bu hesap: ${name}`}
      onClick={() => filters.set({ account_id })}
    >
      {name}
    </button>
  );
}

/** Says that one account is shown alone, and leads back. */
function OneAccount() {
  const { account_id } = useStore(filters.$filters);
  const { rows } = useStore(list.$list);
  if (!account_id) return null;
  return (
    <div className="panel__head">
      <p>
        Yalnızca <b>{rows?.[0]?.account_name || 'bir hesap'}</b> gösteriliyor.
      </p>
      <Button kind="line" className="btn--sm" onClick={() => filters.set({ account_id: '' })}>
        Bütün hesapları göster
      </Button>
    </div>
  );
}

const kinds = [['', 'Tüm olaylar'], ...Object.entries(eventNames)] as [string, string][];

/** Sign-ins, failures and changes of what protects accounts, of all accounts. */
export default function SecurityScreen() {
  return (
    <ListPanel
      heading={<OneAccount />}
      caption="Güvenlik kayıtları"
      list={list}
      filters={filters}
      of="kayıttan"
      columns={columns}
      empty="Henüz kayıt yok."
      noMatch="Bu süzgeçlere uyan kayıt yok."
      narrowing={['kind', 'account_id', 'from', 'to']}
      clear="Süzgeçleri temizle"
    >
      <SelectFilter filters={filters} name="kind" label="Olay" options={kinds} />
      <DateFilter filters={filters} name="from" label="Başlangıç" max="to" />
      <DateFilter filters={filters} name="to" label="Bitiş" min="from" />
    </ListPanel>
  );
}
