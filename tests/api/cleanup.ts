const closings: (() => unknown)[] = [];

/** Calls `close` after the test file, the last one registered first. */
export const addCleanup = (close: () => unknown) => void closings.push(close);

/** Calls what was registered since the last call (cleanup.setup.ts). */
export async function cleanUp(): Promise<void> {
  for (const close of closings.splice(0).reverse()) await close();
}
