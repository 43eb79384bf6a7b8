import { createElement, Fragment, type ReactNode } from 'react';
import { trustHtml } from '../ui/trustedHtml.ts';

const kept = ['p', 'ul', 'ol', 'li', 'strong', 'em', 'br', 'table', 'thead', 'tbody', 'tr', 'th', 'td'];
/** Elements that stay, with the element that is drawn for them: headings continue those of the dialog. */
const drawn = new Map([['h2', 'h4'], ['h3', 'h5'], ...kept.map((name) => [name, name] as const)]);
const dropped = new Set(['h1', 'script', 'style', 'title', 'head', 'iframe', 'object', 'svg', 'template']);

function draw(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element) || dropped.has(node.localName)) return null;
  const children = [...node.childNodes].map(draw);
  const tag = drawn.get(node.localName);
  if (tag) return tag === 'br' ? <br key={key} /> : createElement(tag, { key }, ...children);
  const href = node.localName === 'a' ? (node.getAttribute('href') ?? '') : '';
  if (!/^(?:https?:\/\/|mailto:|tel:)/.test(href)) return <Fragment key={key}>{children}</Fragment>;
  return (
    <a key={key} href={href} target="_blank" rel="noopener">
      {children}
    </a>
  );
}

/**
 * Renders the page of a document as React elements, without its heading. Takes over plain text elements and link
 * addresses, no other attribute, so that nothing in it runs or styles.
 */
export function toElements(html: string): ReactNode {
  // Without its styles, which our policy refuses even in a document that is never shown.
  const { body } = new DOMParser().parseFromString(
    trustHtml(html.replace(/<style>[\s\S]*?<\/style>/g, '')),
    'text/html',
  );
  return [...body.childNodes].map(draw);
}
