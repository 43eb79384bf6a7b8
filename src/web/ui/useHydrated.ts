import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False in the built page and while it is hydrated, then true. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
