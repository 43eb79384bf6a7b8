import { expect, test, vi } from 'vitest';
import { dayInIstanbul, dayMs } from '../../src/shared/time.ts';
import { openTestApi } from './harness.ts';
import { addProduct, callOff, editProduct } from './shop.ts';

const api = await openTestApi();
const admin = await api.signUp({ role: 'admin' });

function read(etag = '') {
  // Rows that a test inserts, and its clock, tell nobody.
  api.ctx.events.emit('catalog');
  return ask(etag);
}
const ask = (etag = '') =>
  api.app.request('http://site.test/atolyeler.ics', { headers: etag ? { 'if-none-match': etag } : {} });
/** The lines of a product's entry, unfolded; undefined where there is none. */
async function entryOf(id: string): Promise<string[] | undefined> {
  const text = (await (await read()).text()).replaceAll('\r\n ', '');
  return text
    .split('BEGIN:VEVENT\r\n')
    .find((entry) => entry.includes(`UID:atolye-${id}@site.test\r\n`))
    ?.split('\r\n');
}

test('holds every workshop on sale with start and end, in lines of at most 75 octets', async () => {
  const title = 'Işıltılı çocukluk güncesi, uzun bir başlık: çığ, öykü ve şiir üzerine bir gün';
  const id = await addProduct(api.ctx, { title, duration_minutes: 150 });
  const past = await addProduct(api.ctx, { date: '2020-05-10' });
  const draft = await addProduct(api.ctx, { status: 'draft' });
  const lines = (await entryOf(id)) as string[];
  for (const line of [
    'DTSTART;TZID=Europe/Istanbul:21990510T140000',
    'DTEND;TZID=Europe/Istanbul:21990510T163000',
    'SEQUENCE:0',
    'STATUS:CONFIRMED',
    `SUMMARY:${title.replaceAll(',', '\\,')}`,
  ])
    expect(lines).toContain(line);
  expect([await entryOf(past), await entryOf(draft)]).toEqual([undefined, undefined]);
  const answer = await read();
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  for (const line of (await answer.text()).split('\r\n'))
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
});

test('its ETag holds as long as no workshop changes', async () => {
  const etag = (await read()).headers.get('etag') as string;
  api.advance(5000);
  expect([(await read(etag)).status, (await read('"x"')).status]).toEqual([304, 200]);
  await addProduct(api.ctx);
  expect((await read(etag)).status).toBe(200);
});

test('is made once for all who ask at a moment, and again when a workshop changes', async () => {
  await read();
  const select = vi.spyOn(api.ctx.db, 'select');
  await Promise.all(Array.from({ length: 20 }, () => ask()));
  // At most once more, a second later.
  expect(select.mock.calls.length).toBeLessThan(5);
  select.mockRestore();
  const id = await addProduct(api.ctx);
  await editProduct(api, admin, id, { title: 'Yeni Ad' });
  expect(await (await ask()).text()).toContain('SUMMARY:Yeni Ad');
});

test('a workshop that was a draft for a while comes back with a higher sequence', async () => {
  const id = await addProduct(api.ctx, { date: '2199-05-10' });
  expect(await entryOf(id)).toContain('SEQUENCE:0');
  await editProduct(api, admin, id, { status: 'draft' });
  expect(await entryOf(id)).toBeUndefined();
  await editProduct(api, admin, id, { status: 'published', date: '2199-05-11' });
  expect(await entryOf(id)).toEqual(expect.arrayContaining(['STATUS:CONFIRMED', 'SEQUENCE:1']));
});

test('a hidden or called off workshop stays as cancelled until 30 days after its day, with a higher sequence', async () => {
  const date = dayInIstanbul(new Date(api.ctx.clock().getTime() + 2 * dayMs));
  const hidden = await addProduct(api.ctx, { date });
  const calledOff = await addProduct(api.ctx, { date });
  const params = { id: hidden };
  await api.send('PATCH /api/product/delete/:id', { token: admin.token, params });
  expect(await entryOf(hidden)).toEqual(expect.arrayContaining(['STATUS:CANCELLED', 'SEQUENCE:1']));
  await api.send('PATCH /api/product/restore/:id', { token: admin.token, params });
  expect(await entryOf(hidden)).toEqual(expect.arrayContaining(['STATUS:CONFIRMED', 'SEQUENCE:2']));
  await api.send('PATCH /api/product/delete/:id', { token: admin.token, params });
  await callOff(api, admin, calledOff);
  for (const id of [hidden, calledOff]) expect(await entryOf(id)).toContain('STATUS:CANCELLED');
  api.advance(31 * dayMs);
  expect(await entryOf(calledOff)).toContain('STATUS:CANCELLED');
  api.advance(2 * dayMs);
  expect([await entryOf(hidden), await entryOf(calledOff)]).toEqual([undefined, undefined]);
});
