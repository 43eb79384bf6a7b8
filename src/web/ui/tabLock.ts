/** Runs work that only one tab of this browser may do at a time; without the browser's support, at once. */
export const withTabLock = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(name, work) : work();
