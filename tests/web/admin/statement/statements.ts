import { utils, write } from '@e965/xlsx';

/** A line as the banks below write it. Amounts in lira. */
export interface Line {
  /** `YYYY-MM-DD` */
  day: string;
  amount: number;
  text: string;
}

interface Booked extends Line {
  balance: number;
}

/** Lines, oldest first, with the running balance. */
export function withBalance(lines: Line[]): Booked[] {
  let kurus = 500_000;
  return lines.map((line) => {
    kurus += Math.round(line.amount * 100);
    return { ...line, balance: kurus / 100 };
  });
}

const money = (lira: number) =>
  `${lira < 0 ? '-' : ''}${Math.abs(lira)
    .toFixed(2)
    .replace('.', ',')
    .replace(/\B(?=(?:\d{3})+,)/g, '.')}`;
const dots = (day: string) => day.split('-').reverse().join('.');
const utf8 = (text: string) => new TextEncoder().encode(text);

/** The Turkish letters that windows-1254 writes otherwise than Unicode. */
const in1254: Record<string, number> = { Ğ: 0xd0, İ: 0xdd, Ş: 0xde, ğ: 0xf0, ı: 0xfd, ş: 0xfe };
const windows1254 = (text: string) => Uint8Array.from(text, (sign) => in1254[sign] ?? sign.charCodeAt(0));

/** Letters that page generators write by name; others by number. */
const named: Record<string, string> = { ç: '&ccedil;', Ü: '&Uuml;', ü: '&uuml;' };

const asSheet = (rows: (string | number | null)[][], bookType: 'xlsx' | 'biff8', merges?: string[]): Uint8Array => {
  const sheet = utils.aoa_to_sheet(rows);
  sheet['!merges'] = merges?.map((range) => utils.decode_range(range));
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Hareketler');
  return new Uint8Array(write(book, { type: 'array', bookType }));
};

/** A row of a sheet whose cells are merged ones, at the columns D, G, J, M and O. */
const spread = ([d, g, j, m, o]: [string, string, string, string, string]) => [
  ...[null, null, null, d, null, null, g, null, null],
  ...[j, null, null, m, null, o],
];

/** What went out and what came in, as cells of their own. */
const apart = (amount: number, none = '') => [amount < 0 ? money(-amount) : none, amount > 0 ? money(amount) : none];

/** The plainest table: a header and a row per line. */
const plain = (lines: Booked[]) => [
  ['Tarih', 'Açıklama', 'Tutar', 'Bakiye'],
  ...lines.map(({ day, text, amount, balance }) => [dots(day), text, money(amount), money(balance)]),
];

/** Files of the same movements as different banks write them. */
export const banks: Record<string, (lines: Booked[]) => Uint8Array> = {
  'A: .xlsx, a title above, numbers': (lines) =>
    asSheet(
      [
        ['Hesap Hareketleri'],
        [],
        [null, 'Tarih', 'Fiş No', 'Açıklama', 'İşlem Tutarı', 'Bakiye'],
        ...lines.map(({ day, text, amount, balance }) => [null, dots(day), 'F1', text, amount, balance]),
      ],
      'xlsx',
    ),
  'B: .xls, merged cells, newest first': (lines) =>
    asSheet(
      [
        ['Hesap özeti'],
        spread(['Tarih', 'Hareket tipi', 'Açıklama', 'İşlem Tutarı', 'Bakiye']),
        ...lines
          .toReversed()
          .map(({ day, text, amount, balance }) => spread([dots(day), 'Gelen', text, money(amount), money(balance)])),
      ],
      'biff8',
      ['D2:F2', 'G2:I2', 'J2:L2', 'M2:N2'],
    ),
  'C: HTML named .xls, windows-1254': (lines) =>
    windows1254(
      `<html><head><meta charset="windows-1254"></head><body><table><tr><td>Tarih/Saat</td><td>Kanal</td><td>Tutar</td><td>Bakiye</td><td>Açıklama</td></tr>${lines
        .toReversed()
        .map(
          ({ day, text, amount, balance }) =>
            `<tr><td>${dots(day).replaceAll('.', '/')}-10:15:00</td><td>İnternet</td><td>${money(amount)}</td><td>${money(balance)}</td><td>${text}</td></tr>`,
        )
        .join('')}</table></body></html>`,
    ),
  'D: CSV, semicolons, windows-1254': (lines) =>
    windows1254(
      [
        'İşlem Tarihi;Açıklama;Tutar;Bakiye',
        ...lines.map((line) => [dots(line.day), `"${line.text}"`, money(line.amount), money(line.balance)].join(';')),
      ].join('\r\n'),
    ),
  'E: CSV, commas, UTF-8, money in and out apart': (lines) =>
    utf8(
      [
        '\ufeffTarih,Açıklama,Borç,Alacak,Bakiye',
        ...lines.map(({ day, text, amount, balance }) =>
          [dots(day), ...[text, ...apart(amount), money(balance)].map((cell) => cell && `"${cell}"`)].join(','),
        ),
      ].join('\n'),
    ),
  'F: HTML named .xls, of parts, letters by number, the account in a table of its own': (lines) =>
    utf8(
      `<style>.t{mso-number-format:"\\@";}</style><div><table><tr><td>Rapor tarihi</td><td>30.11.2026</td><td>Bakiye</td><td>2.400,00 TL</td></tr></table>
<table cellspacing=0><tr><th>Tarih</th><th>Açıklama</th><th>Borç Tutarı</th><th>Alacak Tutarı</th><th>Bakiye</th></tr>${lines
        .map(
          ({ day, text, amount, balance }) =>
            `<tr><td>${dots(day)}</td><td>${text}</td><td>${amount < 0 ? money(-amount) : '&nbsp;'}</td><td>${amount > 0 ? money(amount) : '&nbsp;'}</td><td>${money(balance)}</td></tr>`,
        )
        .join('')}</table></div>`.replace(/[^ -~\n]/g, (sign) => named[sign] ?? `&#${sign.charCodeAt(0)};`),
    ),
  'G: .xlsx, day and balance above the header': (lines) =>
    asSheet([['Rapor tarihi', '30.11.2026', 'Bakiye', '2.400,00 TL'], ...plain(lines)], 'xlsx'),
  'H: text, upright strokes, moments in ISO 8601, minus signs': (lines) =>
    utf8(
      [
        'Tarih|Açıklama|Tutar|Bakiye',
        ...lines.map(({ day, text, amount, balance }) =>
          [`${day}T10:15:00`, text, money(amount).replace('-', '\u2212'), money(balance)].join('|'),
        ),
      ].join('\r\n'),
    ),
  'I: XML of Excel 2003': (lines) =>
    utf8(
      `<?xml version="1.0" encoding="utf-8"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="Hareketler"><Table>${plain(
        lines,
      )
        .map((row) => `<Row>${row.map((cell) => `<Cell><Data ss:Type="String">${cell}</Data></Cell>`).join('')}</Row>`)
        .join('')}</Table></Worksheet></Workbook>`,
    ),
  'J: CSV, headers in capitals without Turkish letters, money in and out apart': (lines) =>
    utf8(
      [
        'ISLEM TARIHI;ACIKLAMA;BORC;ALACAK;BAKIYE',
        ...lines.map(({ day, text, amount, balance }) => [dots(day), text, ...apart(amount), money(balance)].join(';')),
      ].join('\r\n'),
    ),
  'K: CSV, a dash where there is no amount': (lines) =>
    utf8(
      [
        'Tarih;Açıklama;Borç;Alacak;Bakiye',
        ...lines.map(({ day, text, amount, balance }) =>
          [dots(day), text, ...apart(amount, '-'), money(balance)].join(';'),
        ),
      ].join('\r\n'),
    ),
};
