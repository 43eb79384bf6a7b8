import { Parser } from 'htmlparser2';

/** A piece of text in one weight, of one line at most, which `\n` ends; `href` where it is a link. */
interface Run {
  text: string;
  bold: boolean;
  href: string | undefined;
}

/** A heading, paragraph, list item or row of a table. */
export interface Block {
  kind: 'h1' | 'h2' | 'h3' | 'p' | 'li' | 'row';
  runs: Run[];
  /** In how many lists it stands. */
  depth: number;
  /** Of a list item: a bullet or its number. */
  marker?: string;
}

const kinds: Record<string, Block['kind']> = {
  ...{ h1: 'h1', h2: 'h2', h3: 'h3', h4: 'h3', h5: 'h3', h6: 'h3' },
  ...{ p: 'p', pre: 'p', li: 'li', tr: 'row' },
};

/** Reads the blocks of a document's `<main>` in order. Only what legal texts and orders hold is known. */
export function readBlocks(html: string): Block[] {
  const blocks: Block[] = [];
  /** The next number of each open list; undefined where it has bullets. */
  const lists: (number | undefined)[] = [];
  let isMain = false;
  let bold = 0;
  let href: string | undefined;
  let block: Block | undefined;
  const open = (kind: Block['kind'], marker?: string) => {
    block = { kind, runs: [], depth: lists.length, ...(marker && { marker }) };
    blocks.push(block);
    return block;
  };
  const push = (text: string) => {
    // Between tags are line ends; words outside of every block, as after a list within an item, are a paragraph.
    if (!isMain || (!text.trim() && !block?.runs.length)) return;
    const { runs } = block ?? open('p');
    const last = runs.at(-1);
    const isBold = bold > 0;
    const startsLine = !last || last.text.endsWith('\n');
    if (!startsLine && last.bold === isBold && last.href === href) last.text += text;
    else runs.push({ text: startsLine ? text.trimStart() : text, bold: isBold, href });
  };
  const openBlock = (name: string) => {
    const kind = kinds[name];
    // The first paragraph of an item is the item.
    const isItem = name === 'p' && block?.kind === 'li' && !block.runs.length;
    if (!kind || !isMain || isItem) return;
    const number = lists.at(-1);
    if (kind === 'li' && number !== undefined) lists[lists.length - 1] = number + 1;
    open(kind, kind === 'li' ? (number === undefined ? '•' : `${number}.`) : undefined);
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'main') isMain = true;
      if (name === 'ul') lists.push(undefined);
      if (name === 'ol') lists.push(Number(attributes.start ?? 1));
      openBlock(name);
      if (name === 'strong' || name === 'th') bold += 1;
      if (name === 'a') href = attributes.href;
      if ((name === 'td' || name === 'th') && block?.runs.length) push(' · ');
      const last = block?.runs.at(-1);
      if (name === 'br' && last) last.text += '\n';
    },
    ontext(text) {
      if (block?.kind !== 'row' || text !== '\n') push(text.replace(/\s+/g, ' '));
    },
    onclosetag(name) {
      if (name === 'main') isMain = false;
      if (name === 'ul' || name === 'ol') lists.pop();
      if (name === 'strong' || name === 'th') bold -= 1;
      if (name === 'a') href = undefined;
      if (kinds[name]) block = undefined;
    },
  });
  parser.end(html);
  return blocks.filter(({ runs }) => runs.length);
}
