import { afterEach, expect, it, vi } from 'vitest';
import { upload } from '../../src/web/upload.ts';

afterEach(() => vi.useRealTimers());

/** Answers the next upload with this status and JSON; null where the answer is none. */
const answerWith = (status: number, response: unknown) =>
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {};
      status = status;
      response = response;
      onload = () => {};
      open() {}
      send = () => this.onload();
    },
  );

const add = () => upload('POST /api/consulting', { body: new FormData() }, () => {});

it('takes an answer without JSON for none, whatever its status', async () => {
  answerWith(201, { message: 'Eklendi.' });
  await expect(add()).resolves.toEqual({ message: 'Eklendi.' });
  answerWith(200, null);
  await expect(add()).rejects.toMatchObject({ status: 0, code: null });
  answerWith(502, null);
  await expect(add()).rejects.toMatchObject({ status: 502, code: null });
});

it('tells how much is sent of files only: words alone are just saved', () => {
  const sent = { onprogress: (_: { loaded: number; total: number }) => {} };
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = sent;
      open() {}
      send() {}
    },
  );
  const told = vi.fn();
  const body = new FormData();
  body.set('title', 'Oyun terapisi');
  void upload('POST /api/consulting', { body }, told);
  sent.onprogress({ loaded: 5, total: 5 });
  expect(told).not.toHaveBeenCalled();
  body.set('image', new File(['…'], 'oyun.jpg'));
  void upload('POST /api/consulting', { body }, told);
  sent.onprogress({ loaded: 1, total: 2 });
  expect(told).toHaveBeenCalledWith(0.5);
});

it('gives an upload up that stands still for two minutes, however long one takes that goes on', async () => {
  vi.useFakeTimers();
  const sent = { onprogress: (_: { loaded: number; total: number }) => {} };
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = sent;
      onabort = () => {};
      open() {}
      send() {}
      abort = () => this.onabort();
    },
  );
  const ended = vi.fn();
  add().catch(ended);
  for (let loaded = 1; loaded <= 5; loaded += 1) {
    await vi.advanceTimersByTimeAsync(100_000);
    sent.onprogress({ loaded, total: 5 });
  }
  await vi.advanceTimersByTimeAsync(119_000);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2000);
  expect(ended).toHaveBeenCalledWith(expect.objectContaining({ status: 0, code: null }));
});
