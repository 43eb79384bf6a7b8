/** A state that listeners watch: each receives the current one, then the latest after each change. */
export interface Feed<T> {
  /** Reads the state again soon. Calls close to each other share a reading. */
  refresh(): void;
  /** Yields states until `signal` is aborted. */
  watch(signal: AbortSignal): AsyncGenerator<T>;
}

interface FeedOptions {
  minIntervalMs: number;
  /** Also reads without `refresh`, since a message from another process may be lost. */
  maxIntervalMs: number;
  onError(error: unknown): void;
}

/** Reads the state once for all watchers, and only while there are any. */
export function createFeed<T>(read: () => Promise<T>, { minIntervalMs, maxIntervalMs, onError }: FeedOptions): Feed<T> {
  const waiting = new Set<() => void>();
  let listeners = 0;
  let state: { value: T; text: string } | undefined;
  let reading = false;
  let again = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastRead = 0;

  async function load(): Promise<void> {
    clearTimeout(timer);
    if (reading) {
      again = true;
      return;
    }
    reading = true;
    again = false;
    lastRead = performance.now();
    try {
      const value = await read();
      const text = JSON.stringify(value);
      if (state?.text !== text) {
        state = { value, text };
        for (const wake of waiting) wake();
      }
    } catch (error) {
      onError(error);
    }
    reading = false;
    if (listeners) plan(again ? minIntervalMs : maxIntervalMs);
    else state = undefined;
  }

  function plan(delay: number): void {
    clearTimeout(timer);
    timer = setTimeout(load, delay);
  }

  return {
    refresh() {
      if (reading) again = true;
      else if (listeners) plan(Math.max(0, lastRead + minIntervalMs - performance.now()));
    },
    async *watch(signal) {
      listeners += 1;
      try {
        if (listeners === 1) void load();
        let seen: string | undefined;
        while (!signal.aborted) {
          if (state && state.text !== seen) {
            seen = state.text;
            yield state.value;
          } else await next(signal);
        }
      } finally {
        listeners -= 1;
        if (!listeners && !reading) {
          clearTimeout(timer);
          state = undefined;
        }
      }
    },
  };

  function next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }
}
