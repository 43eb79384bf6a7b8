import { routes } from '../routes.ts';

/** A piece of the guide: what the few marks of its Markdown make. */
export type Block = { kind: 'heading' | 'text'; text: string } | { kind: 'bullets' | 'steps'; items: string[] };

/** Reads the guide's Markdown: headings, paragraphs and lists; its head is left out. */
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

/** Words of a line, each with whether it is set in bold. */
export const readBold = (text: string): { text: string; bold: boolean }[] =>
  text.split(/\*\*(.+?)\*\*/).map((part, index) => ({ text: part, bold: index % 2 === 1 }));

/** The address of the screen that the guide means; buttons and catchwords are bold, too. */
export const findScreenPath = (words: string) =>
  Object.values(routes).find(({ title, label = title }) => words === label || words === title)?.path;
