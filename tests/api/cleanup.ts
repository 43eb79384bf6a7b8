import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const closings: (() => unknown)[] = [];

/** Calls `close` after the test file, the last one registered first. */
export const addCleanup = (close: () => unknown) => void closings.push(close);

/** A new folder that is removed after the test file. */
export function tempFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `practice-${name}-`));
  addCleanup(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Calls what was registered since the last call (cleanup.setup.ts). */
export async function cleanUp(): Promise<void> {
  for (const close of closings.splice(0).reverse()) await close();
}
