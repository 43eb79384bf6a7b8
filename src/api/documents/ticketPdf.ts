import encodeQR from 'qr';

/** A ticket as it is printed. */
export interface PrintedTicket {
  title: string;
  /** Day, hours and place. */
  facts: [label: string, value: string][];
  name: string;
  code: string;
  state: string;
  /** A cancelled one is pale, and its QR code is left out. */
  isCancelled: boolean;
}

/** A certificate as it is printed. */
export interface PrintedCertificate {
  practice: string;
  name: string;
  title: string;
  /** When it took place, in words. */
  when: string;
  number: string;
  /** Address of the page that checks a number. */
  address: string;
}

type Element = PDFKit.PDFStructureElement;
type Page = PDFKit.PDFDocument;

const ink = '#1f2f36';
const quiet = '#566164';
const pale = '#8b9294';
const thread = '#c4432a';
const [pageWidth, pageHeight] = [595.28, 841.89];
/** Three tickets on a page: each is as tall as a third of A4. */
const perPage = 3;
const height = pageHeight / perPage;
const padding = 34;
const stubWidth = 186;
const qrSize = 132;

/** Chooses the largest size, from `size` down, at which a text fits whole. */
function fitText(page: Page, text: string, size: number, box: { width: number; height: number }): void {
  let fitting = size;
  while (fitting > 5 && page.fontSize(fitting).heightOfString(text, { width: box.width }) > box.height) fitting -= 0.5;
  page.fontSize(fitting);
}

const writeWith = (page: Page) => (font: 'normal' | 'bold', size: number, fill: string) =>
  page.font(font).fontSize(size).fillColor(fill);

/** Writes text at a place as an element of the structure. */
function write(page: Page, parent: Element, tag: string, text: string, draw: () => void): void {
  if (text) parent.add(page.struct(tag, {}, draw));
}

/** Draws tickets, three on a page, each with a stub to tear off. */
export function drawTickets(page: Page, root: Element, tickets: PrintedTicket[]): void {
  for (const [index, ticket] of tickets.entries()) {
    if (index > 0 && index % perPage === 0) page.addPage();
    const part = page.struct('Sect');
    root.add(part);
    drawTicket(page, part, ticket, (index % perPage) * height);
    part.end();
  }
}

function drawTicket(page: Page, part: Element, ticket: PrintedTicket, top: number): void {
  const stub = pageWidth - stubWidth;
  drawLines(page, stub, top);
  const color = ticket.isCancelled ? pale : ink;
  const width = stub - 2 * padding;
  const at = writeWith(page);
  page.x = padding;
  page.y = top + padding;
  write(page, part, 'H1', ticket.title, () => {
    fitText(at('bold', 20, color), ticket.title, 20, { width, height: 58 });
    page.text(ticket.title, { width });
  });
  page.y += 8;
  for (const [label, value] of ticket.facts) {
    const y = page.y;
    write(page, part, 'P', value, () => {
      at('normal', 11, quiet).text(`${label}: `, padding, y, { width: 62 });
      fitText(at('bold', 12, color), value, 12, { width: width - 62, height: 34 });
      page.text(value, padding + 62, y - 1, { width: width - 62 });
    });
    page.y += 3;
  }
  page.y = Math.max(page.y + 4, top + height - padding - 48);
  write(page, part, 'P', ticket.name, () => {
    at('normal', 11, quiet).text('Katılımcı: ', padding, page.y, { width });
    fitText(at('bold', 17, color), ticket.name, 17, { width, height: 40 });
    page.text(ticket.name, padding, page.y, { width });
  });
  drawStub(page, part, ticket, { left: stub, top });
}

/** The line to cut along and the line to tear off. */
function drawLines(page: Page, stub: number, top: number): void {
  page.markContent('Artifact', { type: 'Layout' });
  page.lineWidth(1.2).dash(5, { space: 5 }).strokeColor(thread);
  page
    .moveTo(stub, top + 18)
    .lineTo(stub, top + height - 18)
    .stroke();
  page.lineWidth(0.5).dash(2, { space: 4 }).strokeColor(pale);
  page
    .moveTo(0, top + height)
    .lineTo(pageWidth, top + height)
    .stroke();
  page.undash().endMarkedContent();
}

function drawStub(
  page: Page,
  part: Element,
  ticket: PrintedTicket,
  { left, top }: { left: number; top: number },
): void {
  const x = left + (stubWidth - qrSize) / 2;
  const y = top + 26;
  const options = { width: stubWidth - 12, align: 'center' } as const;
  if (!ticket.isCancelled)
    part.add(page.struct('Figure', { alt: 'Biletin karekodu' }, () => drawQr(page, ticket.code, x, y)));
  const below = y + qrSize + 12;
  const at = writeWith(page);
  const color = ticket.isCancelled ? pale : ink;
  const spaced = { ...options, characterSpacing: 0.8 };
  write(page, part, 'P', ticket.code, () => at('normal', 11, color).text(ticket.code, left + 6, below, spaced));
  write(page, part, 'P', ticket.state, () => at('bold', 12, ink).text(ticket.state, left + 6, page.y + 8, options));
}

/** The code alone, dark on white, with the margin of four modules that readers need. */
function drawQr(page: Page, code: string, left: number, top: number): void {
  const modules = encodeQR(code, 'raw', { ecc: 'medium', border: 4 });
  const size = qrSize / modules.length;
  for (const [row, line] of modules.entries())
    for (const [column, isDark] of line.entries())
      if (isDark) page.rect(left + column * size, top + row * size, size, size);
  page.fillColor(ink).fill();
}

/** Draws a certificate on one page. */
export function drawCertificate(page: Page, root: Element, certificate: PrintedCertificate): void {
  const { practice, name, title, when, number, address } = certificate;
  const left = 72;
  const options = { width: pageWidth - 2 * left, align: 'center', lineGap: 3 } as const;
  page.markContent('Artifact', { type: 'Layout' });
  page
    .lineWidth(1.4)
    .strokeColor(thread)
    .roundedRect(36, 36, pageWidth - 72, pageHeight - 72, 18)
    .stroke();
  page.endMarkedContent();
  const line = (tag: string, font: 'normal' | 'bold', size: number, text: string, y: number, fill = ink) =>
    write(page, root, tag, text, () => writeWith(page)(font, size, fill).text(text, left, y, options));
  line('P', 'normal', 15, practice, 116, quiet);
  line('H1', 'bold', 36, 'Katılım belgesi', 180);
  line('P', 'bold', name.length > 60 ? 19 : 26, name, 290);
  line('P', 'normal', 15, `${when} yapılan`, page.y + 28);
  line('P', 'bold', 19, `“${title}”`, page.y + 10);
  line('P', 'normal', 15, 'atölyesine katılmıştır.', page.y + 10);
  line('P', 'bold', 13, `Belge no: ${number}`, 684);
  line('P', 'normal', 11, 'Bu belgenin bizden olduğu şu sayfadan doğrulanır:', 708, quiet);
  line('P', 'normal', 11, address, page.y, quiet);
}
