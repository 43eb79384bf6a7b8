import { describe, expect, test, vi } from 'vitest';
import { createFingerprints } from '../../../../src/web/admin/payments/statement/fingerprint.ts';
import { matchMovements, type OpenCheckout } from '../../../../src/web/admin/payments/statement/matching.ts';
import { type Movement, readStatement } from '../../../../src/web/admin/payments/statement/movements.ts';
import { readCells } from '../../../../src/web/admin/payments/statement/readCells.ts';
import { readMatches } from '../../../../src/web/admin/payments/statement/readMatches.ts';
import { banks, type Line, withBalance } from './statements.ts';

const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const codeOf = (seed: number) =>
  Array.from({ length: 8 }, (_, place) => signs[(seed * 7919 + place * 104_729 + seed * place * 31) % 32]).join('');

const checkouts: OpenCheckout[] = Array.from({ length: 30 }, (_, each) => ({
  code: codeOf(each + 1),
  open: 65_000 + each * 100,
  names: ['gulsah', 'isildak'],
}));

/** Thirty payments between the practice's own business. */
const lines: Line[] = checkouts.flatMap(({ code, open }, each) => {
  const day = `2026-11-${String(1 + Math.floor(each / 2)).padStart(2, '0')}`;
  return [
    { day, amount: open / 100, text: `Gülşah Işıldak ${code} atölye` },
    { day, amount: -120.5, text: 'Kira ve aidat ÖDEMESİ' },
    { day, amount: 1500, text: `Danışan Şükrü Ağaoğlu seans ${each}` },
  ];
});

async function read(bytes: Uint8Array): Promise<Movement[]> {
  const { cells, problem } = await readCells(bytes);
  if (!cells) throw new Error(problem);
  const statement = readStatement(cells);
  if (!statement.movements) throw new Error(statement.problem);
  return statement.movements;
}

const fingerprintsOf = (movements: Movement[]) => {
  const fingerprint = createFingerprints(movements, 'tuz');
  return Promise.all(movements.map((_, index) => fingerprint(index, 0)));
};

// H writes days as ISO 8601 has them.
const dotted = Object.entries(banks).filter(([bank]) => !bank.startsWith('H:'));
test.each(dotted)('a statement of bank %s is read where its years have two digits, too', async (_bank, toFile) => {
  const booked = withBalance(lines);
  const short = booked.map((line) => ({ ...line, day: line.day.slice(2) }));
  expect(await read(toFile(short))).toEqual(await read(toFile(booked)));
});

describe.each(Object.entries(banks))('a statement of bank %s', (_bank, toFile) => {
  test('holds the same thirty payments', async () => {
    const movements = await read(toFile(withBalance(lines)));
    expect(movements).toHaveLength(lines.length);
    const matches = matchMovements(movements, checkouts);
    expect(matches.filter(({ sure }) => sure)).toHaveLength(30);
    expect(new Set(matches.map(({ parts }) => parts[0]?.code)).size).toBe(30);
    expect(matches.some(({ movement }) => movement.text.includes('Danışan'))).toBe(false);
    expect(movements.find(({ text }) => text.includes('Danışan'))?.text).toContain('Şükrü Ağaoğlu');
  });

  test('overlaps another export without adding to it', async () => {
    const booked = withBalance(lines);
    const all = await fingerprintsOf(await read(toFile(booked)));
    const later = await fingerprintsOf(await read(toFile(booked.slice(30))));
    expect(new Set(all).size).toBe(all.length);
    expect(later.every((fingerprint) => all.includes(fingerprint))).toBe(true);
  });

  test('asks nothing again that was recorded, also where another order has the same name and sum', async () => {
    const booked = withBalance(lines);
    const match = async (part: typeof booked, open: OpenCheckout[], recorded: string[]) => {
      const bytes = toFile(part).slice().buffer;
      const reply = await readMatches({ bytes, salt: 'tuz', checkouts: open, recorded });
      if ('problem' in reply) throw new Error(reply.problem);
      return reply;
    };
    const first = await match(booked.slice(0, 60), checkouts, []);
    expect([first.matches.length, first.repeated, first.others]).toEqual([20, 0, 20]);
    const recorded = first.matches.flatMap(({ parts }) => parts.map(({ fingerprint }) => fingerprint));
    const namesakes = checkouts.slice(0, 20).map((checkout, each) => ({ ...checkout, code: codeOf(each + 100) }));
    const later = await match(booked.slice(30), [...namesakes, ...checkouts.slice(20)], recorded);
    expect(later.matches.map(({ parts }) => parts[0]?.code)).toEqual(checkouts.slice(20).map(({ code }) => code));
    expect([later.repeated, later.others]).toEqual([10, 20]);
  });

  test('with lines that are there twice, where two exports were joined, holds each once', async () => {
    const booked = withBalance(lines);
    const joined = await read(toFile([...booked.slice(0, 50), ...booked.slice(30)]));
    expect(await fingerprintsOf(joined)).toEqual(await fingerprintsOf(await read(toFile(booked))));
  });

  test('with lines missing is refused, with the days where they are missing', async () => {
    const booked = withBalance(lines);
    await expect(read(toFile([...booked.slice(0, 20), ...booked.slice(40)]))).rejects.toThrow(
      /eksik satır var: 04\.11\.2026 ile 07\.11\.2026/,
    );
  });
});

test('two equal transfers on one day are two, also where the bank names no balance', async () => {
  const twice: Movement[] = Array.from({ length: 2 }, () => ({
    day: '2026-11-02',
    amount: 65_000,
    balance: undefined,
    text: 'Ada Su',
  }));
  expect(new Set(await fingerprintsOf(twice)).size).toBe(2);
});

test.each([
  ['a PDF', '%PDF-1.7', /Bu bir PDF/],
  ['a picture', '\u0089PNG\u0000\u0001\u0002', /hesap ekstresi değil/],
  ['a letter', 'Merhaba, ekstre ektedir.', /hesap hareketi bulunamadı/],
])('%s is said to be none', async (_, text, sentence) => {
  await expect(read(new TextEncoder().encode(text))).rejects.toThrow(sentence);
});

test('a sheet with a cell at its far end is read as the rows that are there', async () => {
  const cell = (text: string, at = '') => `<Cell${at}><Data ss:Type="String">${text}</Data></Cell>`;
  const file = `<?xml version="1.0"?>
    <Workbook xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="Hesap"><Table>
    <Row>${cell('Tarih')}${cell('Açıklama')}${cell('Tutar')}</Row>
    <Row>${cell('21.11.2026')}${cell('Ada Su')}${cell('650,00')}</Row>
    <Row ss:Index="1048576">${cell('son', ' ss:Index="16384"')}</Row></Table></Worksheet></Workbook>`;
  const bytes = new TextEncoder().encode(file);
  expect((await readCells(bytes)).cells?.map((row) => row.length)).toEqual([3, 3, 250]);
  expect(await read(bytes)).toMatchObject([{ day: '2026-11-21', amount: 65_000 }]);
});

test.each([
  ['with a running balance', 5],
  ['without one', 4],
])('money out has a column of its own, %s, whatever the words of the headers', (_, width) => {
  const cells = [
    ['Tarih', 'Açıklama', 'Borç Tutarı', 'Alacak Tutarı', 'Bakiye'],
    ['01.11.2026', 'Kira', '500,00', '', '1.500,00'],
    ['02.11.2026', 'Ada Su', '', '650,00', '2.150,00'],
    ['03.11.2026', 'İade', '100,00', '', '2.050,00'],
  ].map((line) => line.slice(0, width));
  expect(readStatement(cells).movements?.map(({ amount }) => amount)).toEqual([-50_000, 65_000, -10_000]);
});

test('amounts without a sign go the way that a column says, and money in and out may have other names', () => {
  const read = (...cells: string[][]) => readStatement(cells).movements?.map(({ amount }) => amount);
  for (const [inn, out] of [
    ['A', 'B'],
    ['Alacak', '(BORÇ)'],
  ] as const)
    expect(
      read(
        ['Tarih', 'Açıklama', 'Tutar', 'Borç/Alacak'],
        ['01.11.2026', 'Ada Su', '650,00', inn],
        ['02.11.2026', 'İade Ada Su', '50,00', out],
      ),
    ).toEqual([65_000, -5_000]);
  for (const [inn, out] of [
    ['Giriş', 'Çıkış'],
    ['Yatan', 'Çekilen'],
  ] as const)
    expect(
      read(
        ['Tarih', 'Çıkış saati', 'Açıklama', out, inn, 'Bakiye'],
        ['01.11.2026', '10:00', 'Ada Su', '', '650,00', '1.650,00'],
        ['02.11.2026', '11:00', 'Kira', '500,00', '', '1.150,00'],
      ),
    ).toEqual([65_000, -50_000]);
});

test('a balance is never taken for an amount: a file whose amounts cannot be read is refused', () => {
  const cells = [
    ['Tarih', 'Açıklama', 'Tutar', 'Bakiye'],
    ['01.11.2026', 'Ada Su', '650,00 (A)', '1.650,00'],
    ['02.11.2026', 'Kira', '500,00 (B)', '1.150,00'],
  ];
  expect(readStatement(cells).problem).toContain('tutar sütunu bulunamadı');
});

test('a file of 130,000 lines is read', () => {
  const lines = Array.from({ length: 130_000 }, () => ['01.11.2026', '1,00']);
  expect(readStatement([['Tarih', 'Tutar'], ...lines]).movements).toHaveLength(130_000);
});

test('what fails in the worker is reported, so that the page does not wait for ever', async () => {
  const [listen, report] = [vi.fn(), vi.fn()];
  vi.stubGlobal('addEventListener', listen);
  vi.stubGlobal('reportError', report);
  await import('../../../../src/web/admin/payments/statement/statement.worker.ts');
  listen.mock.calls[0]?.[1]({ data: { bytes: new TextEncoder().encode('Tarih;Tutar\n01.11.2026;1,00') } });
  await vi.waitFor(() => expect(report).toHaveBeenCalledOnce());
  vi.unstubAllGlobals();
});

test('lines whose day cannot be read are named, and a balance that does not follow without them is put down to them', () => {
  const cells = [
    ['Tarih', 'Açıklama', 'Tutar'],
    ['01.11.2026', 'Ada Su', '650,00'],
    ['31.11.2026', 'Ece Işık', '650,00'],
    ['02.11.26', 'Can Er', '700,00'],
    ['3 Kasım 2026', 'Kira', '-500,00'],
    ['31 Kasım 2026', 'Can Er', '700,00'],
    ['3 işlem', '', '1.500,00'],
  ];
  expect(readStatement(cells)).toMatchObject({
    movements: { length: 2 },
    unread: ['31.11.2026', '02.11.26', '31 Kasım 2026'],
  });
  const balances = ['Bakiye', '650,00', '1.300,00', '2.000,00', '1.500,00', '2.200,00', ''];
  const { problem } = readStatement(cells.map((line, each) => [...line, balances[each] as string]));
  expect(problem).toMatch(/^3 satırın günü okunamadı: 31\.11\.2026, 02\.11\.26, 31 Kasım 2026\. .+ dosyada düzeltip/);
});

test('a file that writes all its years with two digits is read, day before month', () => {
  const cells = [
    ['Tarih', 'Saat', 'Açıklama', 'Tutar', 'Bakiye'],
    ['03.11.26', '10.05.26', 'Ada Su', '650,00', '1.650,00'],
    ['25/11/26 09:30', '11.12.25', 'Kira', '-500,00', '1.150,00'],
    ['26-Kas-26', '10:05', '2 kişi 30 TL', '10,00', '1.160,00'],
    ['31 Kasım 26', '10:05', 'Can Er', '0,50', ''],
  ];
  // The day the file was made, above its header, is none of these.
  for (const file of [cells, [['Hesap özeti', '28.11.2026', '1.150,00'], ...cells]])
    expect(readStatement(file)).toMatchObject({
      movements: [
        { day: '2026-11-03', amount: 65_000 },
        { day: '2026-11-25', amount: -50_000 },
        { day: '2026-11-26', amount: 1000, text: '10:05 2 kişi 30 TL' },
      ],
      unread: ['31 Kasım 26'],
    });
});

test('the same sum in and out and in again is no repetition', () => {
  const cells = [
    ['Tarih', 'Açıklama', 'Tutar', 'Bakiye'],
    ['01.11.2026', 'Ada Su', '650,00', '1.650,00'],
    ['01.11.2026', 'İade', '-650,00', '1.000,00'],
    ['01.11.2026', 'Ada Su', '650,00', '1.650,00'],
  ];
  expect(readStatement(cells).movements).toHaveLength(3);
});

test('columns are guessed by balances that follow, not by such as are nowhere: without any the file is refused', () => {
  const rows = Array.from({ length: 6 }, (_, each) => [`0${each + 1}.11.2026`, 'Ada Su', '', '', '1.000,00']);
  const inOut = rows.map((row, each) => row.with(2 + (each % 2), '650,00').with(4, each % 2 ? '1.000,00' : '1.650,00'));
  expect(readStatement(inOut).problem).toContain('tutar sütunu bulunamadı');
  const one = rows.map((row, each) => row.with(2, '650,00').with(4, `${1650 + 650 * each},00`));
  for (const cells of [one, one.toReversed()])
    expect(readStatement(cells).movements?.map(({ amount }) => amount)).toEqual(rows.map(() => 65_000));
});
