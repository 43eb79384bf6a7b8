import { readSiteFile } from '../http.ts';
import { paths } from '../paths.ts';
import { type IndexFile, type Searchable, toSearchable } from './search.ts';

let loading: Promise<Searchable[]> | undefined;

/** Loads everything that can be found, once. Rejects when a file does not come; the next call tries again. */
export function loadSearchIndex(): Promise<Searchable[]> {
  loading ??= readFiles().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

const readFile = (key?: string) => readSiteFile<IndexFile>(paths.searchIndex(key));

async function readFiles(): Promise<Searchable[]> {
  const newest = await readFile();
  // In order, because results with equal scores are listed newest first.
  const older = await Promise.all(newest.older.map(readFile));
  return [newest, ...older].flatMap(({ entries }) => entries.map(toSearchable));
}
