import { type Block, readBlocks } from './htmlBlocks.ts';

/** Tag, size in points, space above, and indent of each kind of block. */
const styles: Record<Block['kind'], { tag: string; size: number; above: number; indent: number }> = {
  h1: { tag: 'H1', size: 20, above: 0, indent: 0 },
  h2: { tag: 'H2', size: 15, above: 12, indent: 0 },
  h3: { tag: 'H3', size: 13, above: 8, indent: 0 },
  p: { tag: 'P', size: 12, above: 4, indent: 0 },
  li: { tag: 'LI', size: 12, above: 2, indent: 14 },
  row: { tag: 'P', size: 12, above: 2, indent: 0 },
};

/** Margin of a document's pages. */
export const margin = 64;

/** Writes the blocks of a document's HTML. */
export function drawDocument(document: PDFKit.PDFDocument, root: PDFKit.PDFStructureElement, html: string): void {
  let list: PDFKit.PDFStructureElement | undefined;
  for (const block of readBlocks(html)) {
    const { tag } = styles[block.kind];
    if (tag === 'LI' && !list) {
      list = document.struct('L');
      root.add(list);
    }
    if (tag !== 'LI') list = undefined;
    makeRoom(document, block.kind);
    const item = document.struct(tag === 'LI' ? 'LBody' : tag, {}, () => writeBlock(document, block));
    if (!list) root.add(item);
    else {
      const entry = document.struct('LI');
      list.add(entry);
      entry.add(item);
    }
  }
}

/** Leaves the space above a block, or begins a page where a heading would stand at the end of one. */
function makeRoom(document: PDFKit.PDFDocument, kind: Block['kind']): void {
  const { size, above } = styles[kind];
  const lines = kind.startsWith('h') ? 4 : 2;
  if (document.y + above + lines * size > document.page.height - margin) document.addPage();
  else document.y += above;
}

function writeBlock(document: PDFKit.PDFDocument, { kind, runs }: Block): void {
  const { size, indent } = styles[kind];
  const left = margin + indent;
  const width = document.page.width - margin - left;
  document.fontSize(size);
  const marked = kind === 'li' ? [{ text: '• ', bold: false }, ...runs] : runs;
  for (const [index, { text, bold }] of marked.entries()) {
    const options = { width, continued: index < marked.length - 1, lineGap: 2 };
    document.font(kind.startsWith('h') || bold ? 'bold' : 'normal');
    if (index === 0) document.text(text, left, document.y, options);
    else document.text(text, options);
  }
}
