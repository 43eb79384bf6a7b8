import { type ComponentType, useEffect, useState } from 'react';

/**
 * A component whose code arrives when it is first shown; `Waiting` stands there until then, and what failed is thrown.
 * Not React's `lazy`: a Suspense fallback stays for 300 ms at least, ten times as long as the code needs.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  Waiting: ComponentType,
) {
  let loaded: ComponentType<P> | undefined;
  return function Late(props: P) {
    const [Shown, setShown] = useState(() => loaded);
    const [failure, setFailure] = useState<unknown>();
    useEffect(() => {
      if (loaded) return;
      load().then(({ default: found }) => {
        loaded = found;
        setShown(() => found);
      }, setFailure);
    }, []);
    if (failure) throw failure;
    return Shown ? <Shown {...props} /> : <Waiting />;
  };
}
