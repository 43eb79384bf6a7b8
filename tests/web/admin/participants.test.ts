import { beforeEach, expect, test, vi } from 'vitest';
import { orderTexts } from '../../../src/contract/orders.texts.ts';
import type { AdminOrder } from '../../../src/web/admin/orders/orders.ts';
import { answersToMove } from '../../../src/web/admin/participants/participants.ts';

interface Request {
  body?: unknown;
  headers?: Record<string, string>;
}
const sent = vi.hoisted(() => [] as ({ call: string } & Request)[]);
const answers = vi.hoisted(() => ({ next: undefined as Error | undefined }));
vi.mock('../../../src/web/admin/calls.ts', () => ({
  adminCall: async (call: string, { body }: Request, { headers }: Request = {}) => {
    sent.push({ call, body, headers });
    if (call.startsWith('GET')) throw new Error('not needed');
    const { next } = answers;
    answers.next = undefined;
    if (next) throw next;
    return { code: 'RFQ2BEU2' };
  },
  errorMessage: (_: unknown, message: string) => message,
  loadMessage: (_: unknown, message: string) => message,
}));
beforeEach(() => void vi.stubGlobal('document', Object.assign(new EventTarget(), { querySelector: () => null })));
const { CallError } = await import('../../../src/web/http.ts');
const { enterOrder, messageForm, open, orderForm, tellOfChange } = await import(
  '../../../src/web/admin/participants/participants.store.ts'
);

beforeEach(async () => {
  sent.length = 0;
  await open('first');
  await open('second');
});
const enter = (values: Partial<Record<'fullName' | 'names' | 'answers', string>>) => {
  orderForm.change({ values: { ...orderForm.$form.get().values, phone_number: '0532 123 45 67', ...values } });
  return enterOrder('second');
};
const participants = () =>
  (sent.find(({ call }) => call === 'POST /api/admin/orders')?.body as { participants: object[] })?.participants;

test('an order whose answer was lost is sent again with its key, and one that was made before asks', async () => {
  const keys = () => sent.flatMap(({ headers }) => headers?.['idempotency-key'] ?? []);
  answers.next = new CallError(0, {});
  expect(await enter({ fullName: 'Deniz Su' })).toBe(false);
  answers.next = new CallError(422, { code: 'idempotency_mismatch' });
  expect(await enter({ fullName: 'Deniz Su Ak' })).toBe(false);
  expect(orderForm.$form.get().problem.message).toContain('Önceki denemenizdeki sipariş kaydedildi.');
  expect(await enter({ fullName: 'Deniz Su Ak' })).toBe(true);
  const [first, again, other] = keys();
  expect([again === first, other === first]).toEqual([true, false]);
});

test('what was typed for one product stays with it, and is gone with the next one', async () => {
  messageForm.set('text', 'Bağlantı: ornek.com');
  orderForm.set('fullName', 'Deniz Su');
  await open('second');
  expect([messageForm.$form.get().values.text, orderForm.$form.get().values.fullName]).toEqual([
    'Bağlantı: ornek.com',
    'Deniz Su',
  ]);
  await open('first');
  expect([messageForm.$form.get().values.text, orderForm.$form.get().values.fullName]).toEqual(['', '']);
});

test('what an order lacks is said to the admin, not to the caller', async () => {
  expect(await enterOrder('second')).toBe(false);
  expect(orderForm.$form.get().problem.fields).toEqual({
    fullName: 'Lütfen adı ve soyadı girin.',
    phone_number: 'Lütfen telefon numarasını girin.',
  });
});

test('answers belong to the name on the same line, blank lines included', async () => {
  await enter({ fullName: 'Deniz Su', names: 'Ada\n\n Can ', answers: 'fıstık\n\nyok' });
  expect(participants()).toEqual([
    { fullName: 'Ada', answer: 'fıstık' },
    { fullName: 'Can', answer: 'yok' },
  ]);
});

test('a line of digits is no name, and neither is a telephone number', async () => {
  expect(await enter({ fullName: '0532 123 45 67', names: 'Ada\n12345' })).toBe(false);
  expect(orderForm.$form.get().problem.fields).toEqual({
    fullName: orderTexts.fullName,
    names: orderTexts.namesMissing,
  });
  await enter({ fullName: 'Ş', names: 'İ' });
  expect(participants()).toEqual([{ fullName: 'İ', answer: undefined }]);
});

test('an answer without a name on its line is nobody’s, and is asked about', async () => {
  expect(await enter({ fullName: 'Deniz Su', names: 'Ada\n\nCan', answers: 'fıstık\nyok' })).toBe(false);
  expect(orderForm.$form.get().problem.fields.answers).toContain('ad yok');
  expect(participants()).toBeUndefined();
  await enter({ fullName: 'Deniz Su', names: '', answers: 'fıstık' });
  expect(participants()).toEqual([{ fullName: 'Deniz Su', answer: 'fıstık' }]);
});

test('after a move those who were asked have kept or cancelled their seats', () => {
  const order = (id: string, change: Partial<AdminOrder>) =>
    ({ id, status: 'paid', decide_until: '2026-11-29T09:00:00.000Z', ...change }) as AdminOrder;
  const { kept, cancelled } = answersToMove([
    order('kept', {}),
    order('gone', { status: 'cancelled' }),
    order('later', { decide_until: null }),
  ]);
  expect(kept.map(({ id }) => id)).toEqual(['kept']);
  expect(cancelled.map(({ id }) => id)).toEqual(['gone']);
});

test('who told people of a change sees the product reloaded, unless another one is open by then', async () => {
  const calls = async (id: string) => {
    sent.length = 0;
    await tellOfChange(id);
    return sent.map(({ call }) => call);
  };
  expect(await calls('first')).toEqual(['POST /api/admin/product/:id/notice']);
  expect(await calls('second')).toContain('GET /api/admin/product/:id');
});
