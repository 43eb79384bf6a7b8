import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { LoadingStatus } from '../../ui/States.tsx';
import type { ListState } from '../list.store.ts';
import { Select } from './filters.tsx';
import { sort as sortIcon } from './icons.ts';
import { ListFailure } from './ListFailure.tsx';
import { tableWidthPx, useCards } from './useCards.ts';

export interface Column<Row> {
  /** The column's header; the label of its line in a card. */
  label: string;
  /** `pic`, `acts`: the header is visually hidden. `main`: the title of a card, without label. `num`: right-aligned. */
  kind?: 'pic' | 'main' | 'num' | 'acts';
  /** In a card: beside its neighbour, beside the title, or not at all. */
  card?: 'half' | 'beside' | 'hidden';
  /** Value of the filter `sort` for ascending order; `-` before it means descending. */
  sort?: string;
  cell: (row: Row) => ReactNode;
}

export interface TableProps<Row> {
  /** The accessible name of the table. */
  caption: string;
  list: ListState<Row>;
  columns: Column<Row>[];
  /** Shown instead of a table without rows. */
  empty: ReactNode;
  onRetry: () => void;
  /** The current sort, where columns sort. */
  sort?: string;
  onSort?: (sort: string) => void;
  /** The width below which rows are cards, where the number of columns suggests another. */
  widthPx?: number;
}

/** Rows as a table, or as cards where that does not fit; with loading, empty and failed states. */
export function DataTable<Row extends { id: string }>(props: TableProps<Row>) {
  const { list, columns, empty, onRetry } = props;
  const { rows, error } = list;
  if (error && !rows) return <ListFailure text={error} onRetry={onRetry} />;
  if (!rows) return <Skeleton columns={columns.length} />;
  return (
    <>
      {error && <ListFailure text={error} onRetry={onRetry} />}
      {rows.length === 0 ? empty : <Table {...props} rows={rows} />}
    </>
  );
}

function Table<Row extends { id: string }>(props: TableProps<Row> & { rows: Row[] }) {
  const { caption, rows, list, columns, sort, onSort, widthPx = tableWidthPx(columns.length) } = props;
  const { ref, className, cards } = useCards(widthPx);
  return (
    <>
      {cards && onSort && <SortChoice columns={columns} sort={sort ?? ''} onSort={onSort} />}
      <table className={className} ref={ref} aria-busy={list.loading || undefined}>
        <caption className="sr">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.label} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map(({ label, kind, card, cell }) => (
                <td
                  key={label}
                  className={[kind !== 'acts' && kind, card && `card-${card}`].filter(Boolean).join(' ') || undefined}
                  data-l={kind === 'pic' || kind === 'main' || kind === 'acts' ? undefined : label}
                >
                  {kind === 'acts' ? <div className="acts">{cell(row)}</div> : cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The sorts of the columns as one choice, as cards have no headers. */
function SortChoice<Row>({
  columns,
  sort,
  onSort,
}: Pick<TableProps<Row>, 'columns'> & Required<Pick<TableProps<Row>, 'onSort' | 'sort'>>) {
  const sorts = columns.flatMap(({ label, sort: by }) =>
    by
      ? ([
          [by, `${label}: artan`],
          [`-${by}`, `${label}: azalan`],
        ] as const)
      : [],
  );
  return <Select label="Sıralama" value={sort} options={[['', 'Sıralama: varsayılan'], ...sorts]} onChange={onSort} />;
}

function Head<Row>({
  column: { label, kind, sort: by },
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
}) {
  if (kind === 'pic' || kind === 'acts')
    return (
      <th scope="col">
        <span className="sr">{label}</span>
      </th>
    );
  if (!by || !onSort)
    return (
      <th scope="col" className={kind}>
        {label}
      </th>
    );
  const state = sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : undefined;
  return (
    <th scope="col" className={kind} aria-sort={state}>
      <button type="button" className="sorter" onClick={() => onSort(state === 'ascending' ? `-${by}` : by)}>
        {label}
        <Icon of={sortIcon} />
      </button>
    </th>
  );
}

function Skeleton({ columns }: { columns: number }) {
  return (
    <>
      <LoadingStatus />
      <div className="tbl-wait" aria-busy="true">
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <div key={row} className="tbl-wait__row" aria-hidden="true">
            {Array.from({ length: Math.min(columns, 5) }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity and never move
              <div key={index} className="skel" />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}
