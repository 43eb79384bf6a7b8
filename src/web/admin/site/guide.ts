import { routes } from '../routes.ts';

export type Block = { kind: 'heading' | 'text'; text: string } | { kind: 'bullets' | 'steps'; items: string[] };

/** Parses the guide's Markdown: headings, paragraphs and lists, without the front matter. */
export function readGuide(source: string): Block[] {
  const body = source.replace(/^---\n[\s\S]*?\n---\n/, '').trim();
  return body.split(/\n\s*\n/).map((part) => {
    const lines = part.split('\n');
    if (part.startsWith('## ')) return { kind: 'heading', text: part.slice(3) };
    if (lines.every((line) => line.startsWith('- ')))
      return { kind: 'bullets', items: lines.map((line) => line.slice(2)) };
    if (lines.every((line) => /^\d+\. /.test(line))) {
      return { kind: 'steps', items: lines.map((line) => line.replace(/^\d+\. /, '')) };
    }
    return { kind: 'text', text: lines.join(' ') };
  });
}

export const readBold = (text: string): { text: string; bold: boolean }[] =>
  text.split(/\*\*(.+?)\*\*/).map((part, index) => ({ text: part, bold: index % 2 === 1 }));

/** The path of the screen with this title or label; undefined for other words and for screens of one record. */
export const findScreenPath = (words: string) =>
  Object.values(routes).find(
    ({ path, title, label = title }) => !path.includes(':') && (words === label || words === title),
  )?.path;
