import { expect, test, vi } from 'vitest';

const upload = vi.hoisted(() => ({ answer: Promise.withResolvers<string>(), progress: (_share: number) => {} }));
vi.mock('../../../src/web/admin/pictures.calls.ts', () => ({
  uploadPicture: (_: File, onProgress: (share: number) => void) => {
    upload.progress = onProgress;
    upload.answer = Promise.withResolvers();
    return upload.answer.promise;
  },
  uploadProblem: ({ message }: Error) => message,
}));
const { $upload, startUpload, stopUpload } = await import('../../../src/web/admin/blog/editor/pictureUpload.store.ts');

const file = new File(['x'], 'x.png');

test('an upload says how much is sent and answers its address', async () => {
  const address = startUpload(file);
  upload.progress(0.5);
  expect($upload.get()).toEqual({ progress: 0.5 });
  upload.answer.resolve('/media/x.webp');
  expect(await address).toBe('/media/x.webp');
});

test('one that failed says why until another one starts', async () => {
  const address = startUpload(file);
  upload.answer.reject(new Error('Çok büyük.'));
  expect(await address).toBeUndefined();
  expect($upload.get()).toEqual({ problem: 'Çok büyük.' });
  void startUpload(file);
  expect($upload.get()).toEqual({ progress: 0 });
});

test('nothing comes of one that was stopped, however it ends', async () => {
  for (const end of ['resolve', 'reject'] as const) {
    const address = startUpload(file);
    stopUpload();
    upload.progress(1);
    upload.answer[end]('late');
    expect(await address).toBeUndefined();
    expect($upload.get()).toEqual({});
  }
});
