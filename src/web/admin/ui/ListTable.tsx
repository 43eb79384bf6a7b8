import { useStore } from '@nanostores/react';
import { type Filters, type List, pageOf } from '../list.store.ts';
import { DataTable, type TableProps } from './DataTable.tsx';
import { Pager } from './Pager.tsx';

interface ListProps<Row, F> {
  list: List<Row>;
  filters: Filters<F>;
  /** The noun with its ablative: `üründen` makes '12 üründen 1–6'. */
  of: string;
}

type Props<Row, F> = ListProps<Row, F> & Omit<TableProps<Row>, 'list' | 'sort' | 'onSort' | 'onRetry'>;

/** A table with its pager, bound to a list and its filters. Columns that sort need a filter `sort`. */
export function ListTable<Row extends { id: string }, F extends { page: string; sort?: string }>(props: Props<Row, F>) {
  const { list, filters, of, ...table } = props;
  const { sort } = useStore(filters.$filters);
  const sorting = table.columns.some((column) => column.sort)
    ? { sort, onSort: (value: string) => filters.set({ sort: value } as Partial<F>) }
    : {};
  return (
    <>
      <DataTable {...table} {...sorting} list={useStore(list.$list)} onRetry={list.reload} />
      <ListPager label={`${table.caption}: sayfalar`} list={list} filters={filters} of={of} />
    </>
  );
}

/** The pager of a list that is not drawn as a table. */
export function ListPager<Row, F extends { page: string }>(props: ListProps<Row, F> & { label?: string }) {
  const { label, list, filters, of } = props;
  const { total } = useStore(list.$list);
  const page = pageOf(useStore(filters.$filters));
  const turn = (next: number) => filters.set({ page: String(next) } as Partial<F>);
  return <Pager label={label} total={total} page={page} size={list.size} of={of} onPage={turn} />;
}
