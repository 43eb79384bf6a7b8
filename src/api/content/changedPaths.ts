import { isSameJson } from '../../shared/json.ts';

/** Most paths that an audit entry names. */
const maxPaths = 50;

/** Paths of the fields that differ between two documents: `hero.slides.2.text`. */
export function changedPaths(before: unknown, after: unknown): string[] {
  const paths: string[] = [];
  compare(before, after, '', paths);
  return paths.slice(0, maxPaths);
}

function compare(before: unknown, after: unknown, path: string, paths: string[]): void {
  if (paths.length >= maxPaths || isSameJson(before, after)) return;
  const isTree = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
  if (!isTree(before) || !isTree(after)) return void paths.push(path);
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
    compare(before[key], after[key], path ? `${path}.${key}` : key, paths);
}
