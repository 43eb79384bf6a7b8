import { expect, test, vi } from 'vitest';
import type { AppContext } from '../../src/api/context.ts';
import { mutate, StartOver } from '../../src/api/mutation.ts';

test('a mutation that starts over tells others what its last try did, once', async () => {
  const emit = vi.fn();
  const run = vi.fn();
  const ctx = {
    db: { transaction: (work: (tx: unknown) => unknown) => Promise.resolve({}).then(work) },
    clock: () => new Date(),
    events: { emit },
    env: { siteUrl: 'http://site.test' },
  } as unknown as AppContext;
  let tries = 0;
  await mutate(ctx, null, async (mutation) => {
    tries += 1;
    mutation.emit(tries === 1 ? 'catalog' : 'mail');
    const made = tries;
    mutation.afterCommit(() => run(made));
    if (tries === 1) throw new StartOver();
  });
  expect(emit.mock.calls).toEqual([['mail']]);
  expect(run.mock.calls).toEqual([[2]]);
});
