import { Parser } from 'htmlparser2';

/** A piece of text in one weight. */
interface Run {
  text: string;
  bold: boolean;
}

/** A heading, paragraph, list item or row of a table. */
export interface Block {
  kind: 'h1' | 'h2' | 'h3' | 'p' | 'li' | 'row';
  runs: Run[];
}

const kinds: Record<string, Block['kind']> = { h1: 'h1', h2: 'h2', h3: 'h3', p: 'p', li: 'li', tr: 'row' };

/** Reads the blocks of a document's `<main>` in order. Only what legal texts and orders hold is known. */
export function readBlocks(html: string): Block[] {
  const blocks: Block[] = [];
  let isMain = false;
  let bold = 0;
  let block: Block | undefined;
  const push = (text: string) => {
    if (isMain && block && text) block.runs.push({ text, bold: bold > 0 });
  };
  const parser = new Parser({
    onopentag(name) {
      if (name === 'main') isMain = true;
      const kind = kinds[name];
      if (kind && isMain) {
        block = { kind, runs: [] };
        blocks.push(block);
      }
      if (name === 'strong' || name === 'th') bold += 1;
      if ((name === 'td' || name === 'th') && block?.runs.length) push(' · ');
      if (name === 'br') push('\n');
    },
    ontext: (text) => push(text.replace(/\s+/g, ' ')),
    onclosetag(name) {
      if (name === 'main') isMain = false;
      if (name === 'strong' || name === 'th') bold -= 1;
      if (kinds[name]) block = undefined;
    },
  });
  parser.end(html);
  return blocks.filter(({ runs }) => runs.some(({ text }) => text.trim()));
}
