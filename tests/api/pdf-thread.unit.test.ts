import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test, vi } from 'vitest';
import { makePdf } from '../../src/api/documents/pdfThread.ts';

test('a PDF that is asked for while the idle thread ends is made by another one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const make = () => makePdf({ html: '<h1>Sözleşme</h1><p>İlk madde.</p>' }, 'Sözleşme', new Date(0));
  try {
    const first = await make();
    vi.advanceTimersByTime(60_000);
    expect((await make()).equals(first)).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test('a PDF is made where the system refuses the thread its priority', async () => {
  const refuse = `
    import os from 'node:os';
    import { syncBuiltinESMExports } from 'node:module';
    os.setPriority = () => { throw new Error('uv_os_setpriority returned EPERM'); };
    syncBuiltinESMExports();`;
  const worker = new Worker(new URL('../../src/api/documents/pdf.worker.ts', import.meta.url), {
    execArgv: ['--import', `data:text/javascript,${encodeURIComponent(refuse)}`],
  });
  try {
    worker.postMessage({ id: 1, content: { html: '<p>İlk madde.</p>' }, title: 'Sözleşme', createdAt: '2026-01-01' });
    expect(await once(worker, 'message')).toEqual([{ id: 1, pdf: expect.any(Uint8Array) }]);
  } finally {
    await worker.terminate();
  }
});
