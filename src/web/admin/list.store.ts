import { atom, computed, onMount, type ReadableAtom } from 'nanostores';

/** The search part of an address, as its owner reads and replaces it. */
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
    if (JSON.stringify(next) !== JSON.stringify(last)) last = next;
    return last;
  });
  const write = (next: typeof all) =>
    replace(Object.fromEntries(Object.entries(next).filter(([name, value]) => value !== all[name])));
  return {
    $filters,
    set: (patch) => write({ ...$filters.get(), page: '1', ...patch }),
    reset: () => write(all),
  };
}

export interface ListState<Row> {
  /** Undefined until the first answer; while another page is on its way the old rows stay. */
  rows: Row[] | undefined;
  total: number;
  loading: boolean;
  error: string | undefined;
}

export interface List<Row> {
  $list: ReadableAtom<ListState<Row>>;
  /** Rows a page. */
  size: number;
  /** Asks again with the same filters: after an edit everything stays where it was. */
  reload(): Promise<void>;
  /** Changes one row in place. */
  change(id: string, patch: Partial<Row>): void;
  remove(id: string): void;
}

/** What a list asks for. */
interface ListRequest<F> {
  filters: F;
  /** As the API takes it. */
  paging: { page: number; size: number };
  signal: AbortSignal;
}

interface Options<Row, F extends { page: string }> {
  /** Without filters the list is loaded once, when its screen opens. */
  filters?: Filters<F>;
  /** Rows a page; left out where all rows come at once. */
  size?: number;
  load: (question: ListRequest<F>) => Promise<{ rows: Row[]; total: number }>;
  /** What to say when it failed. */
  failure: (error: unknown) => string;
}

/** The page an address names; what is no page is the first. */
export const pageOf = ({ page }: { page: string }): number => (/^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1);

/** A table's rows: loaded when its screen is there and whenever its filters change; the newest question wins. */
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
      // The last row of the last page is gone: the page before it is the last now.
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
