import { expect, test, vi } from 'vitest';
import { feedbackTexts } from '../../src/contract/feedback.texts.ts';
import { giveFeedback } from '../../src/web/feedback/feedback.store.ts';

test('an answer sent again after a lost one is thanked for, as the link ended with the first try', async () => {
  const values = { content: '5', pace: '4', place: '4', again: '5', text: 'Güzeldi.' };
  const onExpired = vi.fn();
  const give = () => giveFeedback('token', values, onExpired);
  vi.stubGlobal('fetch', async () => Response.json({ code: 'link_expired', message: 'Bitti.' }, { status: 410 }));
  await give();
  expect(onExpired).toHaveBeenCalledOnce();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  expect(await give()).toMatchObject({ message: expect.stringContaining('Görüşünüz gönderilemedi.') });
  vi.stubGlobal('fetch', async () => Response.json({ code: 'link_expired', message: 'Bitti.' }, { status: 410 }));
  expect(await give()).toEqual({ done: feedbackTexts.thanks });
  expect(onExpired).toHaveBeenCalledOnce();
});
