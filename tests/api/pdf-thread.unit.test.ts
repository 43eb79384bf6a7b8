import { expect, test, vi } from 'vitest';
import { makePdf } from '../../src/api/documents/pdfWorker.ts';

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
