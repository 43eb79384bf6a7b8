import { expect, test } from 'vitest';
import { cardAttempts } from '../../src/api/cards/cards.tables.ts';
import { comments } from '../../src/api/comments/comments.tables.ts';
import { sentNotices } from '../../src/api/notices/notices.tables.ts';
import { recordNotices } from '../../src/api/notices/sentNotices.service.ts';
import { orders } from '../../src/api/orders/orders.tables.ts';
import { payments } from '../../src/api/payments/payments.tables.ts';
import { readDataCopy } from '../../src/web/account/dataCopy.ts';
import { words } from '../../src/web/account/dataCopyWords.ts';
import { cartLine } from '../load/cartLines.ts';
import { enquiry } from '../load/enquiry.ts';
import { openTestApi } from './harness.ts';
import { soldOut } from './line.ts';
import { addPost } from './samples.ts';
import { addProduct, askRefund, checkout, recordPayment } from './shop.ts';

const api = await openTestApi();
const { db } = api.ctx;
const admin = await api.signUp({ role: 'admin' });

/** The export of somebody of whom every kind of data is stored. */
async function exportAll(): Promise<Record<string, unknown>> {
  const { id: user_id, email, token } = await api.signUp();
  const send: typeof api.send = (key, input) => api.send(key, { token, ...input });
  const product = await addProduct(api.ctx, { question: 'Alerjisi var mı?', question_kind: 'health' });
  const participants = [{ fullName: 'Ada Er', answer: 'Fıstık' }];
  const cartItems = [{ id: product, quantity: 1, participants }];
  const { body } = await send('POST /api/order/create', { body: { cartItems, health_consent: true } });
  const code = body.orders[0]?.code as string;
  await recordPayment(api, admin, code, 800, { note: 'Elden geldi' });
  await askRefund(api, admin, code, 150);
  await db.insert(cardAttempts).values({ code, provider: 'paytr', state: 'open', amount_kurus: 65_000 });
  const notice = { kind: 'reminder', subject: product, email } as const;
  await db.transaction((tx) => recordNotices({ tx, now: api.ctx.clock() }, api.ctx.encryption, [notice]));
  await checkout(api, (await api.signUp()).token, [
    { ...cartLine(product), participants: [{ fullName: 'Ege Er', email }] },
  ]);
  await send('POST /api/cart/add', { body: { product_id: await addProduct(api.ctx), quantity: 2 } });
  await send('POST /api/waitlist', { body: { product_id: (await soldOut(api, 1)).id, quantity: 1 } });
  const message = { ...enquiry, form_type: 'coaching', type: 'Online', email };
  await api.send('POST /api/consulting-create-messages', { body: message });
  const post = await addPost({ api });
  await db.insert(comments).values({ blog_id: post.id, user_id, name_surname: 'Ada Er', description: 'Güzel.' });
  // The first one is an event of the second one.
  await send('GET /api/profile/export');
  return (await send('GET /api/profile/export')).body;
}

/** The same with words for what is null or blank, so that it is shown, too. */
const fill = (value: unknown): unknown => {
  if (value === null || value === '') return 'Dolu';
  if (Array.isArray(value)) return value.map(fill);
  if (typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fill(inner)]));
};

const copy = await exportAll();

test('the export of the test holds every kind', () => {
  const isBlank = (value: unknown) => value === null || (value as unknown[]).length === 0;
  expect(Object.keys(copy).filter((kind) => isBlank(copy[kind]))).toEqual([]);
});

test('whatever the export holds has Turkish titles, labels and words in the copy for reading', () => {
  const shown = readDataCopy(fill(copy) as typeof copy);
  const rows = shown.flatMap((part) => part.rows.flat());
  const names = [...shown.map(({ title }) => title), ...rows.map(({ label }) => label)];
  expect(names.filter((name) => !/^\p{Lu}/u.test(name))).toEqual([]);
  // Codes of the API are the only values that are one word of small Latin letters.
  const codes = new Set(JSON.stringify(copy).match(/(?<=:")[a-z][a-z_0-9]*(?=")/g));
  // The device of the test.
  codes.delete('test');
  expect(codes.size).toBeGreaterThan(10);
  expect(rows.filter(({ text }) => codes.has(text))).toEqual([]);
  expect(JSON.stringify(shown)).not.toMatch(/undefined|\[object|<p>|\d{4}-\d\d-\d\dT/);
  const lines = new Map(shown.map(({ title, rows: [first = []] }) => [title, first]));
  expect(lines.get('Sepet')).toContainEqual({ label: 'Atölye', text: 'Yaratıcı Drama' });
  expect(lines.get('Ödemeler')).toContainEqual({ label: 'Tutar', text: '800\u00a0₺' });
});

test('every value that a column of the export may have is a word', () => {
  const columns = [
    [orders.status, words.status],
    [orders.withdrawal, words.withdrawal],
    [payments.method, words.method],
    [cardAttempts.provider, words.provider],
    [cardAttempts.state, words['card_attempts.state']],
    [sentNotices.kind, words['notices.kind']],
  ] as const;
  for (const [{ enumValues }, known] of columns)
    expect(Object.keys(known ?? {}).sort()).toEqual([...enumValues].sort());
});
