/** How often a test repeats itself: `inGate` times in `npm test`, as often as asked in `npm run test:long`. */
export const countRounds = (inGate: number): number => Number(process.env.TEST_ROUNDS ?? inGate);

/** How large a test is: smaller in `npm test` than in `npm run test:long`. */
export const sizeOf = ({ inGate, inLongRun }: { inGate: number; inLongRun: number }): number =>
  process.env.TEST_ROUNDS === undefined ? inGate : inLongRun;

/** Seed of every random choice. The gate always takes the same one; `npm run test:long` draws and prints one. */
export const seed = Number(process.env.TEST_SEED ?? 20_261_121);

/** Returns a source of numbers from 0 to below 1, the same ones in every run with the same seed. */
export function createRandom(): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
