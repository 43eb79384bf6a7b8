import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test, vi } from 'vitest';
import { makePdf } from '../../src/api/documents/pdfThread.ts';
import { type Identity, renderLegalText } from '../../src/content/legalHtml.ts';
import { readPdfLefts, readPdfText } from './pdfText.ts';

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

test('many requests for one PDF are made once while it is made, and again later', async () => {
  const make = (html: string, second: number) => makePdf({ html }, 'Bilet', new Date(second * 1000));
  const [first, ...others] = await Promise.all(
    Array.from({ length: 50 }, (_, second) => make('<main><p>Bir</p></main>', second)),
  );
  expect(others.every((pdf) => pdf === first)).toBe(true);
  const [again, other] = await Promise.all([make('<main><p>Bir</p></main>', 60), make('<main><p>İki</p></main>', 60)]);
  expect(again.equals(first as Buffer)).toBe(false);
  expect(again.equals(other)).toBe(false);
});

test('every word of a legal text is in its PDF: numbers, sub-headings, lines, tables, and links to press', async () => {
  const markdown = `#### 1.1 Kapsam

3. Yer ayırtılır.
4. Ödeme yapılır.

   Havale de olur.

- Kitap
  - Roman

- Defter

| Gün | Saat |
| --- | ---- |
| Salı | 14.00 |

    Girintili satır

Bir
    **iki** ve [koşullar](https://ornek.com/yasal/iptal).`;
  const body = renderLegalText(markdown, {} as Identity);
  const pdf = await makePdf({ html: `<main>${body}</main>` }, 'Sözleşme', new Date(0));
  expect(readPdfText(pdf)).toBe(
    '1.1 Kapsam3. Yer ayırtılır.4. Ödeme yapılır.Havale de olur.• Kitap• Roman• DefterGün · SaatSalı · 14.00' +
      'Girintili satırBiriki ve koşullar.',
  );
  expect(pdf.toString('latin1')).toContain('/URI (https://ornek.com/yasal/iptal)');
  // What follows a line break begins below, as far left as the words before it.
  const lines = await makePdf({ html: '<main><p>Bir<br><strong>iki</strong><br>üç</p></main>' }, 'x', new Date(0));
  expect(readPdfLefts(lines)).toEqual([64, 64, 64]);
  const html = '<main><p><strong>Ad:</strong> Ece<br>Tel: <strong>1</strong></p></main>';
  const [ad, , tel] = readPdfLefts(await makePdf({ html }, 'x', new Date(0)));
  expect([ad, tel]).toEqual([64, 64]);
});

test('three tickets stand on one page, each whole, however long their words are', async () => {
  const long = 'Çekoslovakyalılaştıramadıklarımızdanmışsınızcasına '.repeat(3);
  const facts: [string, string][] = [
    ['Gün', '18 Aralık 2026 Cuma'],
    ['Saat', '14.00–16.00'],
    ['Yer', long],
    ['Belge no', 'JL35UG7ALVRQVZBNH9HH'],
  ];
  const state = 'Girildi. İyi atölyeler! Ödenecek: 20.000.000,99 ₺';
  const name = long.slice(0, 120);
  const ticket = { title: long, facts, name, code: 'JL35UG7ALVRQVZBNH9HH', state, isCancelled: false };
  const counts = [1, 3, 4, 6, 7].map(async (seats) => {
    const pdf = await makePdf({ tickets: Array.from({ length: seats }, () => ticket) }, 'Biletler', new Date(0));
    return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;
  });
  expect(await Promise.all(counts)).toEqual([1, 1, 2, 2, 3]);
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
