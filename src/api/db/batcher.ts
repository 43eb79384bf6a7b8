interface QueuedItem<In, Out> {
  item: In;
  resolve(result: Out): void;
  reject(error: unknown): void;
}

/**
 * Batches concurrent calls: while one batch runs, new calls queue for the next one; a call never waits for a batch to
 * fill. `processBatch` returns results in the order of its items. An Error among them rejects that call only; an error
 * it throws rejects the whole batch.
 */
export function createBatcher<In, Out>(
  processBatch: (items: In[]) => Promise<(Out | Error)[]>,
  maxBatchSize = 100,
): (item: In) => Promise<Out> {
  const queue: QueuedItem<In, Out>[] = [];
  let running = false;

  async function run(): Promise<void> {
    while (queue.length) {
      const batch = queue.splice(0, maxBatchSize);
      const results = await processBatch(batch.map(({ item }) => item)).catch((error) =>
        batch.map(() => error as Error),
      );
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index] as Out | Error;
        if (result instanceof Error) reject(result);
        else resolve(result);
      }
    }
    running = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (running) return;
      running = true;
      // Starts after the pending I/O callbacks, so that requests that just arrived join the batch.
      setImmediate(run);
    });
}
