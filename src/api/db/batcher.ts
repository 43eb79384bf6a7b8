interface Waiting<In, Out> {
  item: In;
  resolve(answer: Out): void;
  reject(error: unknown): void;
}

/**
 * Answers callers who come at the same moment together: `answer` is asked for one group at a time, at most `most`, and
 * whoever comes meanwhile is in the next one. Nobody waits for company. It answers in the order asked; an Error in the
 * place of an answer is thrown to that caller alone, one it throws itself to the whole group.
 */
export function createBatcher<In, Out>(
  answer: (items: In[]) => Promise<(Out | Error)[]>,
  most = 100,
): (item: In) => Promise<Out> {
  const waiting: Waiting<In, Out>[] = [];
  let busy = false;

  async function work(): Promise<void> {
    while (waiting.length) {
      const group = waiting.splice(0, most);
      const answers = await answer(group.map(({ item }) => item)).catch((error) => group.map(() => error as Error));
      for (const [index, { resolve, reject }] of group.entries()) {
        const its = answers[index] as Out | Error;
        if (its instanceof Error) reject(its);
        else resolve(its);
      }
    }
    busy = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (busy) return;
      busy = true;
      // Not before everything that has just arrived was read.
      setImmediate(work);
    });
}
