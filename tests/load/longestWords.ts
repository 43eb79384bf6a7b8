// Words as long as their forms take them, for what pages weigh at most.
import { seedOf } from '../../src/api/content/seeds.ts';
import { type ContentName, contentFields, parseWords } from '../../src/contract/contentDocuments.ts';
import type { Field } from '../../src/contract/contentFields.ts';

/** The documents that the home, counselling and coaching pages are made of. */
export const namesOfPages = [
  'home',
  'counselling',
  'coaching',
  'coaching-services',
  'faq-counselling',
  'faq-coaching',
  'reviews',
] as const;

/** Words with a mark of its own in place of every text, each as long as it may be, and every list full. */
function mark(fields: (Field & { key: string })[], words: Record<string, unknown>, text: (max: number) => string) {
  const one = (field: Field, value: unknown): unknown => {
    if (value === undefined) return undefined;
    if (field.kind === 'group') return mark(field.fields ?? [], value as Record<string, unknown>, text);
    if (field.kind === 'list') {
      const entries = value as unknown[];
      // An entry with an address of its own gets a new one.
      const copies = Array.from({ length: (field.max ?? 0) - entries.length }, () => {
        const { id: _, ...copy } = entries[0] as { id?: string };
        return typeof entries[0] === 'object' ? copy : entries[0];
      });
      return [...entries, ...(entries.length ? copies : [])].map((entry) => one(field.item as Field, entry));
    }
    return field.kind === 'text' || field.kind === 'longtext' ? text(field.max ?? 0) : value;
  };
  const marked = Object.fromEntries(fields.map((field) => [field.key, one(field, words[field.key])]));
  // The part of a title in red italics is in it.
  return 'accent' in marked ? { ...marked, accent: marked.title } : marked;
}

/** Letters that no other text repeats; with ten of them they compress as Turkish prose does, to 0.44 bytes each. */
const filler = (length: number, seed: number) => {
  let state = seed * 2_654_435_761;
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    text += (state >>> 4) % 6 === 0 ? ' ' : 'aeiınrlkdm'[(state >>> 8) % 10];
  }
  return text.slice(0, length);
};

/** Words of a document, every list full and all texts as long as its schema lets them be together, each with a mark. */
export function longestWords(name: ContentName): Record<string, unknown> {
  for (let share = 1; share > 0.02; share *= 0.98) {
    let number = 0;
    const words = mark(contentFields(name), seedOf('sample', name), (max) => {
      number += 1;
      const start = `Söz${number} `;
      return `${start}${filler(Math.floor(max * share) - start.length, number + name.length * 1000)}`.trim();
    });
    if (!parseWords(name, words).fields) return words;
  }
  throw new Error(`${name} holds no words`);
}
