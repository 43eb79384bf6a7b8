import { formatDate, formatMoney } from '../../../shared/format.ts';
import { serverNow } from '../../serverClock.ts';
import type { Column } from '../ui/DataTable.tsx';
import { check } from '../ui/icons.ts';
import { RowButton } from '../ui/RowButton.tsx';
import { $shown, type Row } from './payments.store.ts';
import { dueLabel, eventsOf, methodNames, stateNames } from './payments.ts';

const nameOf = ({ buyer_name }: Row) => buyer_name ?? 'silinmiş kişi';

const buyer: Column<Row> = {
  label: 'Alıcı',
  kind: 'main',
  cell: (row) => (
    <>
      <b className="long">{nameOf(row)}</b>
      <span className="under">
        <span className="long">
          <span className="code">{row.code}</span> · {eventsOf(row)}
        </span>
      </span>
    </>
  ),
};

function Due({ due_at }: Row) {
  const { text, tone } = dueLabel(due_at, serverNow());
  return <span className={`pill pill--${tone}`}>{text}</span>;
}

const due: Column<Row> = { label: 'Son gün', cell: (row) => <Due {...row} /> };

const open: Column<Row> = { label: 'Açık tutar', kind: 'num', cell: (row) => formatMoney(row.open) };

const came: Column<Row> = {
  label: 'Gelen',
  kind: 'num',
  cell: (row) => {
    const { payments, paid, overpaid } = row;
    const valid = payments.filter(({ voided }) => !voided);
    const last = valid.at(-1);
    if (!last) return null;
    return (
      <>
        {formatMoney(paid)}
        <span className="under">
          {formatDate(last.received_on)}, {methodNames[last.method]}
        </span>
        {valid.length > 1 && <span className="under">ve {valid.length - 1} ödeme daha</span>}
        {overpaid > 0 && <span className="pill pill--warn">{formatMoney(overpaid)} fazla</span>}
      </>
    );
  },
};

const tones = { open: 'info', paid: 'ok', released: 'mute', cancelled: 'mute' } as const;
// One column for both leaves the buyer's the room that names need.
const state: Column<Row> = {
  label: 'Durum ve son gün',
  cell: (row) => (
    <span className="pay-state">
      <span className={`pill pill--${tones[row.state]}`}>{stateNames[row.state]}</span>
      {row.state === 'open' && <Due {...row} />}
    </span>
  ),
};

const acts: Column<Row> = { label: 'İşlemler', kind: 'acts', cell: (row) => <Actions row={row} /> };

function Actions({ row }: { row: Row }) {
  const of = `${nameOf(row)}, ${row.code}`;
  const show = (dialog: 'payment' | 'details') => () => $shown.set({ row, dialog });
  return (
    <>
      {row.open > 0 && <RowButton label="Ödendi" of={of} icon={check} kind="sea" onClick={show('payment')} />}
      <RowButton label="Ayrıntılar" of={of} onClick={show('details')} />
    </>
  );
}

export const overdueColumns = [buyer, due, open, acts];
export const allColumns = [buyer, state, open, came, acts];
