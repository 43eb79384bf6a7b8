import { expect, test, vi } from 'vitest';
import { sharePost } from '../../src/web/blog/sharePost.ts';

vi.mock('../../src/web/ui/toast.ts', () => ({ toast: vi.fn() }));
/** Presses 'Yazıyı paylaş' in a browser that has a share sheet. */
async function press(pointer: 'coarse' | 'fine') {
  const share = vi.fn(async () => {});
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', { share, clipboard: { writeText } });
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === `(pointer: ${pointer})` }));
  vi.stubGlobal('location', { href: 'https://ada.example/blog/a?x#y' });
  await sharePost({ dataset: { share: 'Başlık' } } as unknown as HTMLElement);
  return { share, writeText };
}

test('a post is handed to the share sheet of a phone, and copied where there is a mouse', async () => {
  const phone = await press('coarse');
  expect(phone.share).toHaveBeenCalledWith({ title: 'Başlık', url: 'https://ada.example/blog/a' });
  expect(phone.writeText).not.toHaveBeenCalled();
  const desktop = await press('fine');
  expect(desktop.writeText).toHaveBeenCalledWith('https://ada.example/blog/a');
  expect(desktop.share).not.toHaveBeenCalled();
});
