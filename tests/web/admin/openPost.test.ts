import { atom } from 'nanostores';
import { expect, test, vi } from 'vitest';

const address = vi.hoisted(() => ({ replace: (_: Record<string, string>) => {} }));
vi.mock('../../../src/web/admin/router.store.ts', () => ({
  searchOf: () => {
    const $search = atom({});
    address.replace = (search) => $search.set(search);
    return { $search, replace: (search: Record<string, string>) => address.replace(search) };
  },
}));
vi.stubGlobal('document', new EventTarget());
const { $openFailure, $opening, edit, editor } = await import('../../../src/web/admin/blog/blog.store.ts');

test('a post that could not be opened opens when its row is pressed again', async () => {
  vi.stubGlobal('scrollTo', () => {});
  const stop = editor.$stored.listen(() => {});
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await edit('7');
  await vi.waitFor(() => expect($openFailure.get()).toBe('Yazı açılamadı. Lütfen tekrar deneyin.'));
  vi.stubGlobal('fetch', async () => Response.json({ id: '7', title: 'Yedi' }));
  const opening: boolean[] = [];
  $opening.subscribe((value) => void opening.push(value));
  await edit('7');
  await vi.waitFor(() => expect(editor.$stored.get()?.title).toBe('Yedi'));
  expect($openFailure.get()).toBeUndefined();
  expect(opening).toEqual([false, true, false]);
  stop();
});
