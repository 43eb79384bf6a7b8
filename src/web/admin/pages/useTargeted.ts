import { useEffect, useRef } from 'react';
import { $target } from './editPage.store.ts';
import { holdsPath } from './words.ts';

/** Calls `open` when a link leads to a field in one of these paths. */
export function useTargeted(paths: string[], open: () => void): void {
  const latest = useRef({ paths, open });
  latest.current = { paths, open };
  useEffect(
    () =>
      $target.subscribe((target) => {
        if (target && latest.current.paths.some((path) => holdsPath(path, [target.path]))) latest.current.open();
      }),
    [],
  );
}
