import { paths } from '../paths.ts';
import { type IndexFile, type Searchable, searchable } from './search.ts';

let loading: Promise<Searchable[]> | undefined;

/** Everything that can be found, loaded once at its first use. Rejects when a file does not come; then asks anew. */
export function loadIndex(): Promise<Searchable[]> {
  loading ??= readFiles().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function readFiles(): Promise<Searchable[]> {
  const newest = await readFile();
  // In this order, for results of equal worth stand newest first.
  const older = await Promise.all(newest.older.map(readFile));
  return [newest, ...older].flatMap(({ entries }) => entries.map(searchable));
}

async function readFile(key?: string): Promise<IndexFile> {
  const response = await fetch(paths.searchIndex(key));
  if (!response.ok) throw new Error(`index file answered ${response.status}`);
  return response.json();
}
