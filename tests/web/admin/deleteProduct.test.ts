import { beforeEach, expect, test, vi } from 'vitest';
import type { AdminProduct } from '../../../src/contract/catalog.ts';

const replies = vi.hoisted(() => new Map<string, unknown>());
vi.mock('../../../src/web/admin/calls.ts', () => ({
  adminCall: async (call: string) => replies.get(call),
  adminPage: async () => ({ rows: [], total: 0 }),
  errorMessage: (_: unknown, message: string) => message,
  loadMessage: (_: unknown, message: string) => message,
}));
beforeEach(() => void vi.stubGlobal('document', new EventTarget()));

test('deleting a product lists who has to be called, names no mail that nobody gets, and what pays back', async () => {
  const { $question } = await import('../../../src/web/admin/confirm.store.ts');
  const { remove } = await import('../../../src/web/admin/products/products.store.ts');
  const ask = async (recipients: number, on_sale = true) => {
    replies.set('GET /api/admin/product/:id/recipients', { recipients });
    replies.set('GET /api/admin/orders', ['sipariş']);
    const product = { id: 'a', title: 'Çini', seats_sold: 2, on_sale, waiting: 3, seats_offered: 0 };
    const removed = remove(product as AdminProduct);
    await vi.waitFor(() => expect($question.get()).toBeDefined());
    const question = $question.get();
    question?.answer(false);
    await removed;
    return question;
  };
  const phoneOnly = await ask(0);
  expect(phoneOnly?.orders).toEqual(['sipariş']);
  expect(phoneOnly?.text).toMatch(
    /^“Çini” .* Satılmış 2 kontenjanın siparişleri korunur\. .* Sırada bekleyen 3 kişinin/,
  );
  expect(phoneOnly?.text).not.toContain('e-posta');
  expect((await ask(2))?.text).toContain('2 kişiye e-postayla bildirilir. Sırada bekleyen');
  // Calling off pays everybody back, deleting nobody.
  expect(phoneOnly?.text).toContain('silmeyin, Katılımcılar sayfasında iptal edin');
  expect((await ask(2, false))?.text).not.toContain('iptal edin');
});

test('the question of a deletion is not asked once the screen was left meanwhile', async () => {
  vi.resetModules();
  vi.stubGlobal('location', new URL('http://site.test/admin/products'));
  vi.stubGlobal('scrollTo', () => {});
  const { navigate } = await import('../../../src/web/admin/router.store.ts');
  const { $question } = await import('../../../src/web/admin/confirm.store.ts');
  const { remove } = await import('../../../src/web/admin/products/products.store.ts');
  const asked = vi.fn();
  $question.listen((question) => question && asked(question.title, question.answer(false)));
  await navigate('/admin/products?search=a');
  const removed = remove({ id: 'a', title: 'Çini', seats_sold: 2, on_sale: true } as AdminProduct);
  await navigate('/admin/users');
  await removed;
  expect(asked).not.toHaveBeenCalled();
});
