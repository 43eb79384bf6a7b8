import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFeed } from '../../src/api/http/feed.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A feed of one number. */
function openFeed() {
  let value = 0;
  const read = vi.fn(async () => ({ value }));
  const feed = createFeed(read, { minIntervalMs: 20, maxIntervalMs: 60, onError: () => {} });
  const listen = () => {
    const controller = new AbortController();
    return { controller, events: feed.watch(controller.signal) };
  };
  return { feed, read, listen, set: (next: number) => (value = next) };
}

test('a feed reads once for all listeners and stops reading without any', async () => {
  const { read, listen } = openFeed();
  const tabs = Array.from({ length: 5 }, listen);
  const first = await Promise.all(tabs.map(({ events }) => events.next()));
  expect(first.map(({ value }) => value)).toEqual(Array(5).fill({ value: 0 }));
  expect(read).toHaveBeenCalledTimes(1);
  const ends = tabs.map(({ events }) => events.next());
  for (const { controller } of tabs) controller.abort();
  expect((await Promise.all(ends)).every(({ done }) => done)).toBe(true);
  const before = read.mock.calls.length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(read).toHaveBeenCalledTimes(before);
});

test('a feed reads changes in quick succession once', async () => {
  const { feed, read, listen, set } = openFeed();
  const { events } = listen();
  await events.next();
  for (let sold = 1; sold <= 20; sold += 1) {
    set(sold);
    feed.refresh();
  }
  const next = events.next();
  await vi.advanceTimersByTimeAsync(20);
  expect((await next).value).toEqual({ value: 20 });
  expect(read).toHaveBeenCalledTimes(2);
});

test('a feed sends nothing while nothing changes', async () => {
  const { feed, read, listen, set } = openFeed();
  const { events } = listen();
  await events.next();
  const sent = vi.fn();
  const next = events.next().then((result) => {
    sent();
    return result;
  });
  feed.refresh();
  await vi.advanceTimersByTimeAsync(1000);
  expect(read.mock.calls.length).toBeGreaterThan(2);
  expect(sent).not.toHaveBeenCalled();
  set(1);
  feed.refresh();
  await vi.advanceTimersByTimeAsync(60);
  expect((await next).value).toEqual({ value: 1 });
});
