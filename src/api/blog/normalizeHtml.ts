import { Parser } from 'htmlparser2';
import { escapeHtml } from '../../shared/html.ts';
import { maxListDepth, richTextBlocks } from '../../shared/richText.ts';

type Attributes = Record<string, string>;

interface Element {
  tag: string;
  attributes: Attributes;
  children: (Element | string)[];
}

/** One top-level block of a post, a line in the editor: a paragraph, heading, list item or video. */
interface Line extends Element {
  /** The list's tag, for list items. */
  list?: 'ul' | 'ol';
  depth?: number;
}

const blocks = new Set<string>(richTextBlocks);

/**
 * Rewrites sanitised HTML as a flat sequence of blocks. Text outside paragraphs gets one, nested and empty paragraphs
 * are removed, formatting that spans blocks is repeated in each. List items become nested `<ul>` and `<ol>`, whether
 * they came nested or, from the editor, flat with `data-list` and `ql-indent-N`.
 */
export function normalizeHtml(html: string): string {
  const collector = new LineCollector();
  const parser = new Parser(collector, { decodeEntities: true, lowerCaseTags: true });
  parser.end(html);
  return render(trimBlankLines(collector.lines));
}

/** Parser handler that collects lines. */
class LineCollector {
  readonly lines: Line[] = [];
  private line: Line | undefined;
  /** Inline elements open in the source, outermost first. */
  private wrappers: { tag: string; attributes: Attributes }[] = [];
  /** Their copies in the current line. */
  private open: { of: object; element: Element }[] = [];
  /** Whether a space here is dropped: at the start of a line, or after another one. */
  private spaced = true;
  private lists: ('ul' | 'ol')[] = [];
  private items = 0;
  /** Text inside an iframe is dropped: browsers show it only without iframe support. */
  private insideFrame = false;

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
      .replace(/[^\P{Cc} \t\n\v\f\r\u0085]|[\u200b\u202a-\u202e\u2060-\u2069\ufeff]/gu, '')
      .replace(/[ \t\n\v\f\r\u0085\u2028\u2029]+/g, ' ');
    const words = this.spaced ? clean.replace(/^ /, '') : clean;
    if (this.insideFrame || !words) return;
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
      this.insideFrame = false;
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
      depth: Math.min(Math.max(this.lists.length - 1, 0) + indent, maxListDepth),
    };
  }

  /** Inside a list item a block becomes a line break in the same item. */
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
    this.insideFrame = true;
  }

  private append(leaf: Element | string): void {
    this.line ??= { tag: 'p', attributes: {}, children: [] };
    this.spaced = typeof leaf !== 'string' && leaf.tag === 'br';
    const wrappers = effectiveWrappers(this.wrappers);
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

/** Drops wrappers without effect (link without address, span without class, repeated tag) and limits their number. */
function effectiveWrappers<W extends { tag: string; attributes: Attributes }>(wrappers: W[]): W[] {
  const seen = new Set<string>();
  return wrappers.filter(({ tag, attributes }) => {
    const effect = tag === 'span' ? attributes.class : tag === 'a' ? attributes.href && 'a' : tag;
    if (!effect || seen.has(effect) || seen.size > 12) return false;
    seen.add(effect);
    return true;
  });
}

/** Removes blank lines at both ends. */
function trimBlankLines(lines: Line[]): Line[] {
  const isBlank = (line: Line) => line.tag !== 'iframe' && !hasContent(line);
  const first = lines.findIndex((line) => !isBlank(line));
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex((line) => !isBlank(line)) + 1);
}

const hasContent = (element: Element): boolean =>
  element.children.some((child) =>
    typeof child === 'string' ? child.trim() : child.tag === 'img' || hasContent(child),
  );

function render(lines: Line[]): string {
  let html = '';
  /** Tags of the open lists, outermost first; the current item of each is open too. */
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
