import { Parser } from 'htmlparser2';
import { escapeHtml } from '../../shared/html.ts';
import { deepestList, richTextBlocks } from '../../shared/richText.ts';

type Attributes = Record<string, string>;

interface Element {
  tag: string;
  attributes: Attributes;
  children: (Element | string)[];
}

/** One line of a post, as the editor sees it too: a paragraph, a heading, an item of a list, a video. */
interface Line extends Element {
  /** Of list items. */
  list?: 'ul' | 'ol';
  depth?: number;
}

const blocks = new Set<string>(richTextBlocks);

/**
 * Rewrites sanitised HTML as lines: text outside paragraphs gets one, paragraphs never nest, empty ones go, formatting
 * that spans lines is repeated in each, and list items become nested `<ul>` and `<ol>`, whether they came nested or,
 * from the editor, flat with `data-list` and `ql-indent-N`.
 */
export function toLines(html: string): string {
  const reader = new LineReader();
  const parser = new Parser(reader, { decodeEntities: true, lowerCaseTags: true });
  parser.end(html);
  return render(trim(reader.lines));
}

/** Hears a parser and gathers lines. */
class LineReader {
  readonly lines: Line[] = [];
  private line: Line | undefined;
  /** Inline elements that are open in the source, outermost first. */
  private wrappers: { tag: string; attributes: Attributes }[] = [];
  /** Their copies in the present line. */
  private open: { of: object; element: Element }[] = [];
  /** Whether a blank here would be a second one, or the line's first. */
  private spaced = true;
  private lists: ('ul' | 'ol')[] = [];
  private items = 0;
  /** What stands inside a frame is for browsers without frames. */
  private framed = false;

  onopentag(tag: string, attributes: Attributes): void {
    if (tag === 'ul' || tag === 'ol') this.openList(tag);
    else if (tag === 'li') this.openItem(attributes);
    else if (blocks.has(tag)) this.openBlock(tag, attributes);
    else if (tag === 'iframe') this.openFrame(attributes);
    else if (tag === 'br' || tag === 'img') this.append({ tag, attributes, children: [] });
    else this.wrappers.push({ tag, attributes });
  }

  ontext(text: string): void {
    const clean = text
      .replace(/[^\P{Cc} \t\n\r\f]|[\u200b\u2028-\u202e\u2060-\u2069\ufeff]/gu, '')
      .replace(/[ \t\n\r\f]+/g, ' ');
    const words = this.spaced ? clean.replace(/^ /, '') : clean;
    if (this.framed || !words) return;
    this.append(words);
    this.spaced = words.endsWith(' ');
  }

  onclosetag(tag: string): void {
    if (tag === 'ul' || tag === 'ol') {
      this.lists.pop();
      this.end();
    } else if (tag === 'li') {
      this.items -= 1;
      this.end();
    } else if (tag === 'iframe') {
      this.framed = false;
    } else if (blocks.has(tag)) {
      if (!this.items) this.end();
    } else {
      const at = this.wrappers.findLastIndex((wrapper) => wrapper.tag === tag);
      if (at >= 0) this.wrappers.splice(at, 1);
    }
  }

  onend(): void {
    this.end();
  }

  private openList(tag: 'ul' | 'ol'): void {
    this.end();
    this.lists.push(tag);
  }

  private openItem({ 'data-list': kind, class: names = '' }: Attributes): void {
    this.end();
    this.items += 1;
    const indent = Number(/ql-indent-(\d)/.exec(names)?.[1] ?? 0);
    const align = /ql-align-\w+/.exec(names)?.[0];
    this.line = {
      tag: 'li',
      attributes: align ? { class: align } : {},
      children: [],
      list: kind ? (kind === 'ordered' ? 'ol' : 'ul') : (this.lists.at(-1) ?? 'ul'),
      depth: Math.min(Math.max(this.lists.length - 1, 0) + indent, deepestList),
    };
  }

  /** Inside a list item a block is only a further line of the same item. */
  private openBlock(tag: string, attributes: Attributes): void {
    if (this.items && this.line) {
      if (this.line.children.length) this.append({ tag: 'br', attributes: {}, children: [] });
      return;
    }
    this.end();
    this.line = { tag, attributes, children: [] };
  }

  private openFrame(attributes: Attributes): void {
    this.end();
    this.lines.push({ tag: 'iframe', attributes, children: [] });
    this.framed = true;
  }

  private append(leaf: Element | string): void {
    this.line ??= { tag: 'p', attributes: {}, children: [] };
    this.spaced = typeof leaf !== 'string' && leaf.tag === 'br';
    const wrappers = telling(this.wrappers);
    let shared = 0;
    while (shared < this.open.length && this.open[shared]?.of === wrappers[shared]) shared += 1;
    this.open.length = shared;
    let parent: Element = this.open.at(-1)?.element ?? this.line;
    for (const wrapper of wrappers.slice(shared)) {
      const element: Element = { ...wrapper, children: [] };
      parent.children.push(element);
      this.open.push({ of: wrapper, element });
      parent = element;
    }
    const last = parent.children.at(-1);
    if (typeof leaf === 'string' && typeof last === 'string') parent.children[parent.children.length - 1] = last + leaf;
    else parent.children.push(leaf);
  }

  private end(): void {
    if (this.line?.children.length) this.lines.push(this.line);
    this.line = undefined;
    this.open = [];
    this.spaced = true;
  }
}

/** Formatting that says something: no link to nowhere, no span without a look, nothing twice, and not without end. */
function telling<W extends { tag: string; attributes: Attributes }>(wrappers: W[]): W[] {
  const seen = new Set<string>();
  return wrappers.filter(({ tag, attributes }) => {
    const look = tag === 'span' ? attributes.class : tag === 'a' ? attributes.href && 'a' : tag;
    if (!look || seen.has(look) || seen.size > 12) return false;
    seen.add(look);
    return true;
  });
}

/** Drops the blank lines at both ends. */
function trim(lines: Line[]): Line[] {
  const isBlank = (line: Line) => line.tag !== 'iframe' && !holdsSomething(line);
  const first = lines.findIndex((line) => !isBlank(line));
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex((line) => !isBlank(line)) + 1);
}

const holdsSomething = (element: Element): boolean =>
  element.children.some((child) =>
    typeof child === 'string' ? child.trim() : child.tag === 'img' || holdsSomething(child),
  );

function render(lines: Line[]): string {
  let html = '';
  /** Tags of the lists that are open, outermost first; each but the last has its item open too. */
  const open: string[] = [];
  const closeTo = (depth: number) => {
    while (open.length > depth) html += `</li></${open.pop()}>`;
  };
  for (const line of lines) {
    if (!line.list) {
      closeTo(0);
      html += renderElement(line);
      continue;
    }
    const depth = Math.min(line.depth ?? 0, open.length);
    closeTo(depth + 1);
    if (open.length === depth + 1 && open[depth] !== line.list) closeTo(depth);
    if (open.length === depth + 1) html += '</li>';
    else {
      html += `<${line.list}>`;
      open.push(line.list);
    }
    html += renderElement(line).replace(/<\/li>$/, '');
  }
  closeTo(0);
  return html;
}

function renderElement({ tag, attributes, children }: Element): string {
  const words = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  const start = `<${tag}${words.join('')}>`;
  if (tag === 'br' || tag === 'img') return start;
  const inside = children.map((child) => (typeof child === 'string' ? escapeHtml(child) : renderElement(child)));
  return `${start}${inside.join('')}</${tag}>`;
}
