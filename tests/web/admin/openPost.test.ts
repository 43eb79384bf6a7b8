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
const { $opening, edit, editor } = await import('../../../src/web/admin/blog/blog.store.ts');

test('a post that could not be opened opens when its row is pressed again', async () => {
  vi.stubGlobal('scrollTo', () => {});
  const stop = editor.$stored.listen(() => {});
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await edit('7');
  const failed = { state: 'failed', message: 'Yazı açılamadı. Lütfen tekrar deneyin.' };
  await vi.waitFor(() => expect($opening.get()).toEqual(failed));
  vi.stubGlobal('fetch', async () => Response.json({ id: '7', title: 'Yedi' }));
  const opening: string[] = [];
  $opening.subscribe(({ state }) => void opening.push(state));
  await edit('7');
  await vi.waitFor(() => expect(editor.$stored.get()?.title).toBe('Yedi'));
  await vi.waitFor(() => expect(opening).toEqual(['failed', 'idle', 'loading', 'loaded']));
  stop();
});
