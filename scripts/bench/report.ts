// Keeps and prints what was measured.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One measured figure. `most` and `least` are its budget, if there is one. */
export interface Figure {
  group: string;
  name: string;
  value: number;
  unit: string;
  most?: number;
  least?: number;
}

const figures: Figure[] = [];
let heading = '';

/** Keeps a figure and prints it at once: a long run that breaks off has still said what it knew. */
export function note(figure: Figure): void {
  figures.push(figure);
  if (figure.group !== heading) console.log(`\n${figure.group}`);
  heading = figure.group;
  const { name, value, unit, most, least } = figure;
  const over = (most !== undefined && value > most) || (least !== undefined && value < least);
  const budget = most !== undefined ? `at most ${most}` : least !== undefined ? `at least ${least}` : '';
  const shown = value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 1 });
  console.log(`  ${name.padEnd(48)} ${shown.padStart(10)} ${unit.padEnd(6)} ${over ? 'OVER ' : ''}${budget}`);
}

/** Writes everything measured to bench-results/<time>.json; answers its path. */
export function writeReport(machine: Record<string, unknown>): string {
  mkdirSync('bench-results', { recursive: true });
  const file = join('bench-results', `${new Date().toISOString().replace(/[:.]/g, '-')}.json`);
  writeFileSync(file, `${JSON.stringify({ machine, figures }, null, 2)}\n`);
  return file;
}

export const median = (values: number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
