import { afterAll } from 'vitest';

const closings: (() => unknown)[] = [];
// Registered when the file is loaded: vitest ignores hooks registered inside a hook or a test.
afterAll(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

/** Calls `close` after the test file, the last one registered first. */
export const addCleanup = (close: () => unknown) => void closings.push(close);
