import { atom, computed, onMount, type ReadableAtom } from 'nanostores';
import { isSameJson } from '../../shared/json.ts';

/** Reads and replaces the search part of an address. */
export interface Search {
  /** Undefined while the address shows another screen. */
  $search: ReadableAtom<Record<string, string> | undefined>;
  replace(search: Record<string, string>): void;
}

/** Filters of a list, with a default for each one that the address does not carry. */
export interface Filters<F> {
  $filters: ReadableAtom<F>;
  /** Changes some filters and goes to the first page, unless the change names another one. */
  set(patch: Partial<F>): void;
  reset(): void;
}

/** Filters kept in an address, so that a reload, a bookmark or a step back finds them again. */
export function createFilters<F extends Record<string, string>>(
  { $search, replace }: Search,
  defaults: F,
): Filters<F & { page: string }> {
  const all = { ...defaults, page: '1' };
  let last = all;
  const $filters = computed($search, (search) => {
    if (!search) return last;
    const next = Object.fromEntries(
      Object.entries(all).map(([name, value]) => [name, search[name] ?? value]),
    ) as typeof all;
    if (!isSameJson(next, last)) last = next;
    return last;
  });
  const write = (next: typeof all) =>
    replace(Object.fromEntries(Object.entries(next).filter(([name, value]) => value !== all[name])));
  return { $filters, set: (patch) => write({ ...$filters.get(), page: '1', ...patch }), reset: () => write(all) };
}

export interface ListState<Row> {
  /** Undefined until the first reply; the old rows stay while others load. */
  rows: Row[] | undefined;
  total: number;
  loading: boolean;
  error: string | undefined;
}

export interface List<Row> {
  $list: ReadableAtom<ListState<Row>>;
  /** Rows per page. */
  size: number;
  /** Loads again with the same filters. */
  reload(): Promise<void>;
  change(id: string, patch: Partial<Row>): void;
  remove(id: string): void;
}

interface ListRequest<F> {
  filters: F;
  paging: { page: number; size: number };
  signal: AbortSignal;
}

interface Options<Row, F extends { page: string }> {
  /** Without filters the list is loaded once, when its screen opens. */
  filters?: Filters<F>;
  /** Rows per page; left out where all rows come at once. */
  size?: number;
  load: (question: ListRequest<F>) => Promise<{ rows: Row[]; total: number }>;
  /** What to say when it failed. */
  failure: (error: unknown) => string;
}

/** The page number of an address; 1 if it is invalid. */
export const pageOf = ({ page }: { page: string }): number => (/^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1);

/** The rows of a table, loaded while its screen is open and when its filters change; an outdated reply is dropped. */
export function createList<Row extends { id: string }, F extends { page: string }>({
  filters,
  size = 0,
  load,
  failure,
}: Options<Row, F>): List<Row> {
  const $filters = filters?.$filters ?? atom({ page: '1' } as F);
  const $list = atom<ListState<Row>>({ rows: undefined, total: 0, loading: true, error: undefined });
  let running: AbortController | undefined;

  const reload = async () => {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    $list.set({ ...$list.get(), loading: true, error: undefined });
    try {
      const page = pageOf($filters.get());
      const { rows, total } = await load({ filters: $filters.get(), paging: { page, size }, signal: mine.signal });
      if (running !== mine) return;
      const last = Math.ceil(total / size);
      // The last row of the last page was deleted: goes to the page that is the last now.
      if (filters && !rows.length && last > 0 && last < page) filters.set({ page: String(last) } as Partial<F>);
      else $list.set({ rows, total, loading: false, error: undefined });
    } catch (error) {
      if (running === mine) $list.set({ ...$list.get(), loading: false, error: failure(error) });
    }
  };

  onMount($list, () => {
    const stop = $filters.subscribe(() => void reload());
    return () => {
      stop();
      running?.abort();
      running = undefined;
    };
  });

  const rows = (next: (rows: Row[]) => Row[], removed = 0) => {
    const state = $list.get();
    if (state.rows) $list.set({ ...state, rows: next(state.rows), total: state.total - removed });
  };
  return {
    $list,
    size,
    reload,
    change: (id, patch) => rows((all) => all.map((row) => (row.id === id ? { ...row, ...patch } : row))),
    remove: (id) => rows((all) => all.filter((row) => row.id !== id), 1),
  };
}
