// Measures the product; `--only=a,b` measures parts of it, `--peers` compares publishing with other site generators.
import { cpus, release, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { withContext } from '../tests/load/context.ts';
import { measureAdmin } from './bench/admin.ts';
import { openDatabase } from './bench/databases.ts';
import { measureDoor } from './bench/door.ts';
import { measureIdle } from './bench/idle.ts';
import { measureLighthouse } from './bench/lighthouse.ts';
import { measureLoad } from './bench/load.ts';
import {
  fillLongLists,
  manyQuestions,
  publishLongestWords,
  publishManyQuestions,
  wordsRoutes,
} from './bench/longLists.ts';
import { reportSpeed } from './bench/machine.ts';
import { measureDocuments, measureStatement } from './bench/payments.ts';
import { measurePeers } from './bench/peers.ts';
import { adminToken, startProduct } from './bench/product.ts';
import { measurePublish } from './bench/publish.ts';
import { measureRepeatVisits } from './bench/repeat.ts';
import { writeReport } from './bench/report.ts';
import { measureSeats } from './bench/seats.ts';
import { measureWeight, publicRoutes } from './bench/weight.ts';
import { openBrowser } from './browser.ts';

const { values } = parseArgs({
  options: {
    peers: { type: 'boolean', default: false },
    only: { type: 'string', default: 'pages,lists,words,visits,idle,load,payments,admin,seats,door,publish' },
    seconds: { type: 'string', default: '10' },
    posts: { type: 'string', default: '1000,10000' },
    runs: { type: 'string', default: '5' },
  },
});
const posts = values.posts.split(',').map(Number);
const kinds = ['embedded', 'postgres'] as const;

/** Weight and Lighthouse scores of the pages of a running product. */
async function measurePages(): Promise<void> {
  await using database = await openDatabase('embedded');
  await using product = await startProduct(database.environment);
  await using browser = await openBrowser();
  const blogs = (await (await fetch(`${product.origin}/api/blogs?page=1&size=1`)).json()) as { slug: string }[];
  const routes = [...publicRoutes, '/yasal/mesafeli-satis', `/blog/${blogs[0]?.slug}`];
  await measureWeight(browser, product.origin, [...routes, '/admin'], await adminToken(product.origin));
  await browser.close();
  await measureLighthouse(product.origin, routes, Number(values.runs));
}

/** Lighthouse scores of pages with lists that are longer than a screen. */
async function measureLists(): Promise<void> {
  await using database = await openDatabase('embedded');
  // The first start creates the sample.
  await (await startProduct(database.environment, true))[Symbol.asyncDispose]();
  const post = await withContext(database.environment, fillLongLists);
  await using product = await startProduct(database.environment);
  await publishManyQuestions(product.origin, await adminToken(product.origin));
  const routes = ['/', '/danismanlik', manyQuestions, '/products', '/blog', `/blog/${post}`, '/galeri'];
  await measureLighthouse(product.origin, routes, Number(values.runs));
}

/** Lighthouse scores of the pages of words with words as long as their forms take them. */
async function measureWords(): Promise<void> {
  await using database = await openDatabase('embedded');
  await using product = await startProduct(database.environment);
  await publishLongestWords(product.origin, await adminToken(product.origin));
  await measureLighthouse(product.origin, wordsRoutes, Number(values.runs));
}

/** What visitors of a running product download when they come back. */
async function measureVisits(): Promise<void> {
  await using database = await openDatabase('embedded');
  await using product = await startProduct(database.environment);
  await using browser = await openBrowser();
  await measureRepeatVisits(browser, product.origin, publicRoutes, await adminToken(product.origin));
}

/** Measures something for each database, or for each size of a blog, one after the other. */
const forEach =
  <T>(cases: readonly T[], measure: (one: T) => Promise<void>) =>
  async () => {
    for (const one of cases) await measure(one);
  };
const seconds = Number(values.seconds);

const parts: Record<string, () => Promise<void>> = {
  pages: measurePages,
  lists: measureLists,
  words: measureWords,
  visits: measureVisits,
  idle: forEach(kinds, measureIdle),
  load: forEach(kinds, (kind) => measureLoad(kind, seconds)),
  async payments() {
    for (const kind of kinds) await measureDocuments(kind, seconds);
    await measureStatement();
  },
  admin: forEach(kinds, measureAdmin),
  seats: forEach(kinds, measureSeats),
  door: forEach(kinds, measureDoor),
  publish: forEach(posts, measurePublish),
  peers: forEach(posts, measurePeers),
};

const wanted = values.peers ? ['peers'] : values.only.split(',');
reportSpeed('before');
for (const name of wanted) {
  const measure = parts[name];
  if (!measure) throw new Error(`there is no part "${name}"; there are ${Object.keys(parts).join(', ')}`);
  await measure();
}
reportSpeed('after');
const [processor] = cpus();
const machine = { cores: cpus().length, processor: processor?.model, memory: totalmem(), system: release() };
console.log(`\nwritten to ${writeReport({ ...machine, node: process.version })}`);
process.exit(0);
