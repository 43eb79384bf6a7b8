import { type Block, readBlocks } from './htmlBlocks.ts';

/** Tag, size in points and space above of each kind of block. */
const styles: Record<Block['kind'], { tag: string; size: number; above: number }> = {
  h1: { tag: 'H1', size: 20, above: 0 },
  h2: { tag: 'H2', size: 15, above: 12 },
  h3: { tag: 'H3', size: 13, above: 8 },
  p: { tag: 'P', size: 12, above: 4 },
  li: { tag: 'LI', size: 12, above: 2 },
  row: { tag: 'P', size: 12, above: 2 },
};

/** How far each list is moved in. */
const indent = 14;

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
    const item = document.struct(tag === 'LI' ? 'LBody' : tag, {}, writeBlock(document, block));
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

/** What writes the runs of a block, one after the other; links are elements of their own. */
function writeBlock(document: PDFKit.PDFDocument, { kind, runs, depth, marker }: Block) {
  const left = margin + depth * indent;
  const width = document.page.width - margin - left;
  const marked = marker ? [{ text: `${marker} `, bold: false, href: undefined }, ...runs] : runs;
  // A line that ends with a run: pdfkit forgets its break where the next one has another weight.
  const isEnd = (index: number) => index === marked.length - 1 || Boolean(marked[index]?.text.endsWith('\n'));
  return marked.map(({ text, bold, href }, index) => {
    const write = () => {
      const isLink = href !== undefined;
      const options = { width, continued: !isEnd(index), lineGap: 2, underline: isLink, link: href ?? null };
      document.font(kind.startsWith('h') || bold ? 'bold' : 'normal').fontSize(styles[kind].size);
      const words = text.replace(/\n$/, '');
      if (index === 0 || isEnd(index - 1)) document.text(words, left, document.y, options);
      else document.text(words, options);
    };
    return href === undefined ? write : document.struct('Link', {}, write);
  });
}
