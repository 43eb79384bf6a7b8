import { afterAll, describe, expect, test } from 'vitest';
import { listen } from '../../src/api/server.ts';
import { cartLine } from '../load/cartLines.ts';
import { openTestApi } from './harness.ts';
import { addCustomers, addProduct, changeProduct, checkout } from './shop.ts';

type Seats = { id: string; stock: number; price: number }[];
const api = await openTestApi({ PORT: '0' });
const server = await listen(api.ctx);
afterAll(() => server.close());

/** Reads the stream as a browser tab does. */
async function follow() {
  const controller = new AbortController();
  const response = await fetch(`http://127.0.0.1:${server.port}/api/products/events`, { signal: controller.signal });
  const events: Seats[] = [];
  void (async () => {
    let text = '';
    for await (const chunk of response.body as ReadableStream<Uint8Array>) {
      text += new TextDecoder().decode(chunk);
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) if (part.startsWith('data: ')) events.push(JSON.parse(part.slice(6)));
    }
  })().catch(() => {});
  return {
    response,
    events,
    stop: () => controller.abort(),
    stock: (id: string) => events.at(-1)?.find((seats) => seats.id === id)?.stock,
  };
}

describe('open product pages', () => {
  test('receive the current seats first, then each change within two seconds', async () => {
    const id = await addProduct(api.ctx, { stock: 5 });
    const tab = await follow();
    await expect.poll(() => tab.stock(id), { timeout: 10_000 }).toBe(5);
    expect(tab.events[0]?.find((seats) => seats.id === id)).toEqual({ id, stock: 5, price: 650, cancelled: false });
    expect(tab.response.headers.get('content-type')).toContain('text/event-stream');
    expect(tab.response.headers.get('cache-control')).toBe('no-store');
    const { token } = await api.signUp();
    await checkout(api, token, [cartLine(id, 2)]);
    await expect.poll(() => tab.stock(id), { timeout: 2000 }).toBe(3);
    tab.stop();
  });

  test('receive many sales in quick succession in order, up to the last', async () => {
    const id = await addProduct(api.ctx, { stock: 30 });
    const tab = await follow();
    await expect.poll(() => tab.stock(id), { timeout: 10_000 }).toBe(30);
    for (const token of await addCustomers(api.ctx, 20)) await checkout(api, token, [cartLine(id)]);
    await expect.poll(() => tab.stock(id), { timeout: 10_000 }).toBe(10);
    const told = tab.events.flatMap((seats) => seats.find((one) => one.id === id)?.stock ?? []);
    expect(told).toEqual(told.toSorted((one, other) => other - one));
    tab.stop();
  });

  test('receive a sale whose event was lost', async () => {
    const id = await addProduct(api.ctx, { stock: 5 });
    const tab = await follow();
    await expect.poll(() => tab.stock(id), { timeout: 10_000 }).toBe(5);
    await changeProduct(api.ctx, id, { stock: 4 });
    await expect.poll(() => tab.stock(id), { timeout: 10_000 }).toBe(4);
    tab.stop();
  });
});

test('a server that stops does not wait for open streams', async () => {
  const stopping = await listen({ ...api.ctx, stopping: new AbortController() });
  const tabs = await Promise.all(
    [1, 2].map(() =>
      fetch(`http://127.0.0.1:${stopping.port}/api/products/events`).then((tab) => tab.body?.getReader()),
    ),
  );
  await tabs[0]?.cancel();
  await tabs[1]?.read();
  const start = performance.now();
  await stopping.close();
  // After ten seconds every connection is closed.
  expect(performance.now() - start).toBeLessThan(9000);
});
