import { beforeEach, expect, test, vi } from 'vitest';
import type { AdminCancellation } from '../../../src/contract/cancellations.ts';
import type { AdminOrder } from '../../../src/web/admin/orders/orders.ts';
import { refundWords } from '../../../src/web/admin/participants/participants.ts';

const sent = vi.hoisted(() => [] as { call: string; body?: unknown; query?: unknown }[]);
const answers = vi.hoisted(() => ({ next: undefined as Error | undefined }));
vi.mock('../../../src/web/admin/calls.ts', () => ({
  adminCall: async (call: string, { body, query }: { body?: unknown; query?: unknown }) => {
    sent.push({ call, body, query });
    const { next } = answers;
    answers.next = undefined;
    if (next) throw next;
    return { message: 'Tamam.' };
  },
  errorMessage: (error: Error, fallback: string) => error.message || fallback,
}));
const reload = vi.hoisted(() => vi.fn());
vi.mock('../../../src/web/admin/participants/participants.store.ts', () => ({ reload }));
vi.mock('../../../src/web/admin/stats.store.ts', () => ({ refreshStats: vi.fn() }));
const { CallError } = await import('../../../src/web/http.ts');
const { cancelSeats, loadCancellation, renameParticipant } = await import(
  '../../../src/web/admin/participants/seatChanges.store.ts'
);

const order = { id: 'line' } as AdminOrder;
beforeEach(() => {
  vi.stubGlobal('document', new EventTarget());
  sent.length = 0;
  reload.mockClear();
});

const ofOne = { expected_refund: 650, participants: [3] };

test('single seats are named, and those of the whole line are not', async () => {
  await loadCancellation(order, [1, 4]);
  await cancelSeats('product', order, ofOne);
  await cancelSeats('product', order, { expected_refund: 0, participants: undefined });
  expect(sent.map(({ body, query }) => body ?? query)).toEqual([
    { participants: '1,4' },
    ofOne,
    { expected_refund: 0, participants: undefined },
  ]);
  expect(reload).toHaveBeenCalledTimes(2);
});

test('other terms are shown, and a refusal shows what became of the seats', async () => {
  const cancellation = { refund: 0, full_refund: 650 };
  answers.next = new CallError(409, { code: 'terms_changed', message: 'Değişti.', cancellation });
  expect(await cancelSeats('product', order, ofOne)).toEqual({ terms: cancellation, text: 'Değişti.' });
  expect(reload).not.toHaveBeenCalled();
  answers.next = new CallError(422, { code: 'invalid', fields: { participants: 'Seçin.' } });
  expect(await cancelSeats('product', order, ofOne)).toEqual({
    failed: 'Seçtiğiniz yer artık bu siparişte değil; bu arada iptal edilmiş olabilir.',
  });
  answers.next = new CallError(0, {});
  expect(await cancelSeats('product', order, ofOne)).toEqual({
    failed: 'Sunucudan yanıt gelmedi; iptal edilmiş olabilir. Yer hâlâ duruyorsa tekrar deneyin.',
  });
  expect(reload).toHaveBeenCalledTimes(2);
});

test('a name that is refused says why at its field, and one whose answer was lost is looked for', async () => {
  answers.next = new CallError(422, { code: 'invalid', fields: { fullName: 'Adı girin.' } });
  const seat = { id: 'line', position: 3 };
  expect(await renameParticipant('product', seat, '1')).toEqual({ fields: { fullName: 'Adı girin.' } });
  answers.next = new CallError(0, {});
  expect(await renameParticipant('product', seat, 'Ada Er')).toMatchObject({
    message: 'Ad düzeltilemedi. Yazdığınız duruyor, tekrar deneyin.',
  });
  expect(await renameParticipant('product', seat, 'Ada Er')).toBeUndefined();
  expect(reload).toHaveBeenCalledTimes(3);
});

test('what goes back is said of the choice that was made', () => {
  const late = { refund: 0, full_refund: 650, percent: 0 } as AdminCancellation;
  expect(refundWords(late, false)).toBe('Ücretsiz iptal süresi geçti; koşullara göre geri ödeme yok.');
  expect(refundWords(late, true)).toMatch(/^650\u00a0₺ geri ödenir: Ödemeler ekranında iade görevi açılır/);
  expect(refundWords({ ...late, full_refund: 0 }, false)).toBe('Geri ödenecek bir tutar yok.');
});
