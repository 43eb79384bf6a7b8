import { expect, it, vi } from 'vitest';
import { upload } from '../../src/web/upload.ts';

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
