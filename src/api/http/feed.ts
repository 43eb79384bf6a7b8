/** One state that many listeners follow: each gets the present one first, then every later one, never a stale queue. */
export interface Feed<T> {
  /** Something may have changed: read again soon. Changes close to each other are read once. */
  refresh(): void;
  /** Follows the state until `signal` ends. */
  watch(signal: AbortSignal): AsyncGenerator<T>;
  /** How many follow it now. */
  readonly listeners: number;
}

interface Options {
  /** Milliseconds between two readings at least. */
  gap: number;
  /** Milliseconds between two readings at most, while somebody listens: a change told by another process may be lost. */
  every: number;
  failed(error: unknown): void;
}

/** Reads a state once for all who follow it, and only while somebody does. */
export function createFeed<T>(read: () => Promise<T>, { gap, every, failed }: Options): Feed<T> {
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
      failed(error);
    }
    reading = false;
    if (listeners) plan(again ? gap : every);
    else state = undefined;
  }

  function plan(delay: number): void {
    clearTimeout(timer);
    timer = setTimeout(load, delay);
  }

  return {
    get listeners() {
      return listeners;
    },
    refresh() {
      if (reading) again = true;
      else if (listeners) plan(Math.max(0, lastRead + gap - performance.now()));
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
