// Prints and saves what was measured.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A measured figure. `max` or `min` is its budget, if there is one. */
interface Figure {
  group: string;
  name: string;
  value: number;
  unit: string;
  max?: number;
  min?: number;
}

const figures: Figure[] = [];
let heading = '';

/** Records a figure and prints it at once, so that an interrupted run has printed what it measured. */
export function report(figure: Figure): void {
  figures.push(figure);
  if (figure.group !== heading) console.log(`\n${figure.group}`);
  heading = figure.group;
  const { name, value, unit, max, min } = figure;
  const isOver = (max !== undefined && value > max) || (min !== undefined && value < min);
  const budget = max !== undefined ? `at most ${max}` : min !== undefined ? `at least ${min}` : '';
  const shown = value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 1 });
  console.log(`  ${name.padEnd(48)} ${shown.padStart(10)} ${unit.padEnd(6)} ${isOver ? 'OVER ' : ''}${budget}`);
}

/** Writes all figures to bench-results/<time>.json; answers its path. */
export function writeReport(machine: Record<string, unknown>): string {
  mkdirSync('bench-results', { recursive: true });
  const file = join('bench-results', `${new Date().toISOString().replace(/[:.]/g, '-')}.json`);
  writeFileSync(file, `${JSON.stringify({ machine, figures }, null, 2)}\n`);
  return file;
}

export const median = (values: number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
