/** What the promise brings; rejects with `error` once it took longer than `ms`. */
export function withTimeout<T>(promise: Promise<T>, ms: number, error: Error): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(late.reject, ms, error);
  return Promise.race([promise, late.promise]).finally(() => clearTimeout(timer));
}

/** Whether the promise is fulfilled in the end; why not does not matter. */
export const succeeds = (promise: Promise<unknown>): Promise<boolean> =>
  promise.then(
    () => true,
    () => false,
  );
