// How long the first and second start take, and the memory of the idle process.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kind, openDatabase } from './databases.ts';
import { startProduct } from './product.ts';
import { report } from './report.ts';

/** The second start is the usual one; the first also draws the sample content and builds the site. */
export async function measureIdle(kind: Kind): Promise<void> {
  const group = `Start and rest, ${kind === 'postgres' ? 'PostgreSQL' : 'embedded database'}`;
  const max = kind === 'postgres' ? 160 : 500;
  await using database = await openDatabase(kind);
  // Each start has its own port, and pages contain SITE_URL: without a fixed one the second start rebuilds the site.
  const environment = { ...database.environment, SITE_URL: 'http://localhost:4321' };
  {
    await using first = await startProduct(environment);
    report({ group, name: 'first start, with sample content and site', value: first.seconds, unit: 's', max: 8 });
    report({
      group,
      name: 'most memory of the first start, all processes',
      value: first.memory().peak,
      unit: 'MB',
      max: 900,
    });
    await sleep(10_000);
    report({ group, name: 'memory at rest after the first start', value: first.memory().now, unit: 'MB', max });
  }
  await using second = await startProduct(environment);
  report({ group, name: 'second start', value: second.seconds, unit: 's', max: 1.5 });
  await sleep(10_000);
  report({ group, name: 'memory at rest after the second', value: second.memory().now, unit: 'MB', max });
}
