import { afterAll } from 'vitest';

const closings: (() => unknown)[] = [];
// Named while the file is collected: vitest runs none that is named later, from inside a hook or a test.
afterAll(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

/** Does this when the test file is over, what was named last first. */
export const addCleanup = (close: () => unknown) => void closings.push(close);
