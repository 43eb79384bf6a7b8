// How long a start takes, first and second, and what the idle process holds.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kind, openDatabase } from './databases.ts';
import { startProduct } from './product.ts';
import { note } from './report.ts';

/** The second start is the ordinary one: the first also draws the sample content and builds the site. */
export async function measureRest(kind: Kind): Promise<void> {
  const group = `Start and rest, ${kind === 'postgres' ? 'PostgreSQL' : 'embedded database'}`;
  const most = kind === 'postgres' ? 160 : 500;
  await using database = await openDatabase(kind);
  // Each start has a port of its own, and pages name the address of their site: with another one it is built anew.
  const environment = { ...database.environment, SITE_URL: 'http://localhost:4321' };
  {
    await using first = await startProduct(environment);
    note({ group, name: 'first start, with sample content and site', value: first.seconds, unit: 's' });
    note({ group, name: 'most memory of the first start, all processes', value: first.memory().peak, unit: 'MB' });
    await sleep(10_000);
    note({ group, name: 'memory at rest after the first start', value: first.memory().now, unit: 'MB', most });
  }
  await using second = await startProduct(environment);
  note({ group, name: 'second start', value: second.seconds, unit: 's', most: 5 });
  await sleep(10_000);
  note({ group, name: 'memory at rest after the second', value: second.memory().now, unit: 'MB', most });
}
