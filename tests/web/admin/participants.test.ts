import { beforeEach, expect, test, vi } from 'vitest';

const sent = vi.hoisted(() => [] as { call: string; body?: unknown }[]);
vi.mock('../../../src/web/admin/calls.ts', () => ({
  adminCall: async (call: string, { body }: { body?: unknown }) => {
    sent.push({ call, body });
    if (call.startsWith('GET')) throw new Error('not needed');
    return { code: 'RFQ2BEU2' };
  },
  errorMessage: (_: unknown, message: string) => message,
}));
vi.stubGlobal('document', new EventTarget());
const { enterOrder, messageForm, open, orderForm } = await import(
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

test('an answer without a name on its line is nobody’s, and is asked about', async () => {
  expect(await enter({ fullName: 'Deniz Su', names: 'Ada\n\nCan', answers: 'fıstık\nyok' })).toBe(false);
  expect(orderForm.$form.get().problem.fields.answers).toContain('ad yok');
  expect(participants()).toBeUndefined();
  await enter({ fullName: 'Deniz Su', names: '', answers: 'fıstık' });
  expect(participants()).toEqual([{ fullName: 'Deniz Su', answer: 'fıstık' }]);
});
