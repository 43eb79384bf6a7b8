import { type ComponentType, useEffect, useState } from 'react';

/**
 * A component whose code is loaded when it is first shown; `Waiting` is shown until then. A failed load is thrown, or
 * shown by `Failed`, which may try again.
 * Replaces React's `lazy`, whose Suspense fallback stays for at least 300 ms.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  Waiting: ComponentType,
  Failed?: ComponentType<{ onRetry: () => void }>,
) {
  let loaded: ComponentType<P> | undefined;
  return function LazyComponent(props: P) {
    const [Shown, setShown] = useState(() => loaded);
    const [failure, setFailure] = useState<unknown>();
    useEffect(() => {
      if (loaded || failure) return;
      load().then(({ default: found }) => {
        loaded = found;
        setShown(() => found);
      }, setFailure);
    }, [failure]);
    if (failure && Failed) return <Failed onRetry={() => setFailure(undefined)} />;
    if (failure) throw failure;
    return Shown ? <Shown {...props} /> : <Waiting />;
  };
}
