// Speed of what surrounds an order's money: its preview, its documents, and matching a bank statement in the browser.

import { cartLine } from '../../tests/load/cartLines.ts';
import { withContext } from '../../tests/load/context.ts';
import { send } from '../../tests/load/send.ts';
import { openBrowser } from '../browser.ts';
import { type Crowd, fillCrowd, type Kind, openDatabase } from './databases.ts';
import { generateLoad } from './loadGenerator.ts';
import { adminToken, buySeats, type Product, startProduct } from './product.ts';
import { median, report } from './report.ts';

const statementRows = 10_000;
const openCheckouts = 200;
const pdfs = 20;

/** Measures preview, order and PDF on one kind of database, `seconds` for each load. */
export async function measureDocuments(kind: Kind, seconds: number): Promise<void> {
  const group = `Documents of orders, ${kind === 'postgres' ? 'PostgreSQL' : 'embedded database'}`;
  await using database = await openDatabase(kind);
  // A prime, so that each buyer meets each of the 20 events.
  const crowd = await withContext(database.environment, (ctx) => fillCrowd(ctx, 6007));
  await using product = await startProduct({ ...database.environment, SEED: 'none' }, true);
  const [previewMs, orderMs] = kind === 'postgres' ? [15, 30] : [undefined, undefined];
  const load = { origin: product.origin, method: 'POST' as const, tokens: crowd.tokens, connections: 50 };
  const bodies = (toLine: (id: string) => object) =>
    crowd.events.map((id) => JSON.stringify({ cartItems: [toLine(id)] }));
  for (const [name, path, toLine, max] of [
    ['preview', '/api/order/preview', (id: string) => ({ id, quantity: 1 }), previewMs],
    ['order with documents', '/api/order/create', cartLine, orderMs],
  ] as const) {
    const { latency, failed } = await generateLoad({ ...load, path, bodies: bodies(toLine), for: { seconds } });
    report({ group, name: `${name}, 50 at a time: p50`, value: latency.p50, unit: 'ms' });
    report({ group, name: `${name}, 50 at a time: p95`, value: latency.p95, unit: 'ms', max });
    report({ group, name: `${name}: not answered`, value: failed, unit: '', max: 0 });
  }
  await measurePdfs(group, product, crowd);
}

/** The PDFs of new orders, each asked for the first time, one after the other. */
async function measurePdfs(group: string, { origin }: Product, { tokens, events }: Crowd): Promise<void> {
  const times: number[] = [];
  for (const token of tokens.slice(-pdfs)) {
    await buySeats(origin, token, events[0] as string);
    const answer = await send(origin, 'GET /api/my-checkouts?page=1&size=1', token);
    const [checkout] = (await answer.json()) as { documents: { pdf_url: string }[] }[];
    for (const { pdf_url } of checkout?.documents ?? []) {
      const start = performance.now();
      await (await fetch(origin + new URL(pdf_url).pathname)).arrayBuffer();
      times.push(performance.now() - start);
    }
  }
  // The first one starts the thread and reads the fonts.
  const [first = 0, ...others] = times;
  report({ group, name: 'first PDF of the process', value: first, unit: 'ms' });
  report({ group, name: 'PDF asked for the first time: median', value: median(others), unit: 'ms', max: 150 });
  report({ group, name: 'PDF asked for the first time: slowest', value: Math.max(...others), unit: 'ms' });
}

/** A statement of 10,000 rows, one in a hundred of them for an open checkout, matched while somebody types. */
export async function measureStatement(): Promise<void> {
  const group = `Bank statement of ${statementRows.toLocaleString('en')} rows, ${openCheckouts} open checkouts`;
  await using database = await openDatabase('embedded');
  const crowd = await withContext(database.environment, (ctx) => fillCrowd(ctx, openCheckouts));
  await using product = await startProduct({ ...database.environment, SEED: 'none' });
  for (const [index, token] of crowd.tokens.entries())
    await buySeats(product.origin, token, crowd.events[index % 20] as string);
  const token = await adminToken(product.origin);
  const open = await send(product.origin, 'GET /api/admin/statement/open', token);
  const { checkouts } = (await open.json()) as { checkouts: { code: string; open: number }[] };
  await using browser = await openBrowser();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript((value) => localStorage.setItem('token', value), token);
  const [times, slowest]: [number[], number[]] = [[], []];
  for (let round = 0; round < 3; round += 1) {
    await page.goto(`${product.origin}/admin/payments`);
    await page.getByText(/siparişten 1–/).waitFor();
    const search = page.getByLabel('Ödemelerde ara');
    await search.focus();
    const measured = page.evaluate(
      () =>
        new Promise<[number, number]>((resolve) => {
          const seen = { start: 0, slowest: 0 };
          document.addEventListener('input', ({ target, timeStamp }) => {
            if ((target as HTMLInputElement).type === 'file') seen.start = performance.now();
            else
              requestAnimationFrame((now) => {
                seen.slowest = Math.max(seen.slowest, now - timeStamp);
              });
          });
          const look = () => {
            if (document.querySelector('.match--ok')) resolve([performance.now() - seen.start, seen.slowest]);
            else requestAnimationFrame(look);
          };
          look();
        }),
    );
    const buffer = Buffer.from(toStatement(checkouts));
    await page.locator('input[type=file]').setInputFiles({ name: 'ekstre.csv', mimeType: 'text/csv', buffer });
    await search.pressSequentially('ışıl yılma', { delay: 40 });
    const [ms, typing] = await measured;
    times.push(ms);
    slowest.push(typing);
  }
  report({ group, name: 'matched and shown: median of three', value: median(times), unit: 'ms', max: 1000 });
  report({ group, name: 'typing meanwhile: slowest until seen', value: Math.max(...slowest), unit: 'ms', max: 50 });
}

/** A bank's CSV with a running balance. */
function toStatement(checkouts: { code: string; open: number }[]): string {
  let balance = 0;
  const rows = Array.from({ length: statementRows }, (_, index) => {
    const checkout = index % 100 === 0 ? checkouts[index / 100] : undefined;
    const amount = checkout?.open ?? 100 + (index % 900);
    balance += amount;
    const day = `${String(1 + Math.floor(index / 400)).padStart(2, '0')}.10.2026`;
    const text = checkout ? `ATÖLYE ${checkout.code}` : `GELEN FAST İŞLEMİ MÜŞTERİ ${index} SEANS ÜCRETİ`;
    return [day, text, toDecimal(amount), toDecimal(balance)].join(';');
  });
  return ['Tarih;Açıklama;Tutar;Bakiye', ...rows].join('\r\n');
}

const toDecimal = (lira: number) => lira.toFixed(2).replace('.', ',');
