import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';
import type { Filters, List } from '../list.store.ts';
import type { Column } from './DataTable.tsx';
import { ListTable } from './ListTable.tsx';
import { SearchBox } from './SearchBox.tsx';

interface Props<Row, F> {
  /** Shown above the filters. */
  heading?: ReactNode;
  caption: string;
  list: List<Row>;
  filters: Filters<F>;
  columns: Column<Row>[];
  /** The width below which rows are cards, where the number of columns suggests another. */
  widthPx?: number;
  /** The noun with its ablative: `üründen` makes '12 üründen 1–6'. */
  of: string;
  /** The field that writes the filter `search`, which `filters` must have. */
  search?: { label: string; placeholder: string };
  /** More filters and actions, beside the search. */
  children?: ReactNode;
  /** More filters than fit into one row. */
  wide?: boolean;
  /** What to say when there are no rows, and what to do then. */
  empty: string;
  emptyAction?: ReactNode;
  /** Filters that hide rows; while one is set, `noMatch` and a button that clears them replace `empty`. */
  narrowing: (keyof F & string)[];
  noMatch?: string;
  clear: string;
}

/** A panel with a searched and filtered table. */
export function ListPanel<Row extends { id: string }, F extends Record<string, string> & { page: string }>(
  props: Props<Row, F>,
) {
  const { heading, filters, search, children, wide, empty, emptyAction, narrowing, noMatch = empty, clear } = props;
  const { caption, list, columns, widthPx, of } = props;
  const all = useStore(filters.$filters);
  const isNarrowed = narrowing.some((name) => all[name] !== '');
  const reset = () => filters.set(Object.fromEntries(narrowing.map((name) => [name, ''])) as Partial<F>);
  return (
    <section className="panel">
      {heading}
      <div className={wide ? 'filters filters--wide' : 'filters'}>
        {search && (
          <SearchBox
            {...search}
            value={all.search ?? ''}
            onSearch={(value) => filters.set({ search: value } as unknown as Partial<F>)}
          />
        )}
        {children}
      </div>
      <ListTable
        caption={caption}
        list={list}
        filters={filters}
        of={of}
        columns={columns}
        widthPx={widthPx}
        empty={
          isNarrowed ? (
            <EmptyState
              text={noMatch}
              action={
                <Button kind="line" onClick={reset}>
                  {clear}
                </Button>
              }
            />
          ) : (
            <EmptyState text={empty} action={emptyAction} />
          )
        }
      />
    </section>
  );
}
