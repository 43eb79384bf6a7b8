import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False in the page as it was built and while it wakes up, true from then on. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
