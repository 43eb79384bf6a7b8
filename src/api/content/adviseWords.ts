import type { Advice } from '../../contract/content.ts';
import { type ContentName, contentFields, isLegal } from '../../contract/contentDocuments.ts';
import { isUploaded } from '../../contract/contentFields.ts';
import { type FilledField, readFields } from '../../contract/contentText.ts';
import { fold } from '../../shared/fold.ts';
import { readPicture } from '../../shared/pictures.ts';
import { seedOf } from './seeds.ts';

/**
 * Words that rules for health advertising forbid or that promise what nobody can promise, folded. A list to think
 * about, not a judgement: it neither finds everything nor is everything it finds wrong.
 */
const claims = [
  /(?:%|\byuzde )\s?(?:100|yuz\b)(?!\d)/,
  /\bgaranti\w*/,
  /\bkesin (?:sonuc|cozum|basari|tedavi)\w*/,
  /\bmucize\w*/,
  /\ben (?:iyi|basarili|uzman|deneyimli)(?:si|miz|leri)?\b/,
  /\b(?:bir numara|1 numara|tek adres|rakipsiz|lider)\w*/,
  /\b(?:tedavi ed|sifa ver|iyilestir)\w*/,
  /\b(?:kampanya|indirim)\w*/,
];

/** What an owner may want to look at before publishing; nothing of it keeps words from being saved. */
export function adviseWords(name: ContentName, words: Record<string, unknown>): Advice[] {
  const advice: Advice[] = [];
  for (const filled of readFields(contentFields(name), words)) {
    const message = advise(filled, isLegal(name));
    if (message) advice.push({ path: filled.path, message });
  }
  const bio = words.bio as { art: string; alt: string } | undefined;
  const seedBio = seedOf('sample', name).bio as typeof bio;
  if (bio && isUploaded(bio.art) && bio.alt === seedBio?.alt)
    advice.push({ path: 'bio.alt', message: 'Portre değişti, tarifi ise eski görselin. Yeni portreyi anlatın.' });
  return advice;
}

function advise({ field, value, path }: FilledField, legal: boolean): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (field.kind === 'picture') return adviseWidth(value, Math.max(...(field.crops ?? []).map(({ width }) => width)));
  if (field.kind === 'markdown') return adviseHeadings(value);
  if (path.endsWith('alt') && /\.(?:jpe?g|png|webp|heic)$|^(?:img|dsc)[_-]?\d+/i.test(value))
    return 'Bu bir dosya adı. Görseli, görmeyen birine anlatır gibi yazın.';
  if (legal || (field.kind !== 'text' && field.kind !== 'longtext')) return undefined;
  return adviseClaim(value);
}

function adviseWidth(address: string, needed: number): string | undefined {
  const picture = readPicture(address);
  if (!picture || picture.width >= needed) return undefined;
  return `Bu görsel ${picture.width} piksel genişliğinde; büyük ekranlarda bulanık görünür. En az ${needed} piksel önerilir.`;
}

function adviseClaim(text: string): string | undefined {
  // A question promises nothing.
  if (text.endsWith('?')) return undefined;
  const folded = fold(text);
  const found = claims.map((claim) => claim.exec(folded)?.[0].trim()).find(Boolean);
  if (!found) return undefined;
  // Folding keeps the number of letters, so that the words stand where they were found.
  const start = folded.indexOf(found);
  const shown = folded.length === text.length ? text.slice(start, start + found.length) : found;
  return `“${shown}” bir vaat ya da reklam sayılabilir. Mesleğinizin tanıtım kurallarına uyduğundan emin olun.`;
}

/** The page has the only first heading; below it no level may be left out. */
function adviseHeadings(markdown: string): string | undefined {
  let level = 1;
  for (const [, marks = '', title = ''] of markdown.matchAll(/^(#{1,6})(?:[ \t]+(.*))?$/gm)) {
    if (!title.trim()) return 'Boş bir başlık satırı var.';
    if (marks.length === 1)
      return `“${title.slice(0, 60)}” tek # ile yazılmış. Sayfanın başlığı zaten var; ## kullanın.`;
    if (marks.length > level + 1)
      return `“${title.slice(0, 60)}” başlığında düzey atlanmış: ${'#'.repeat(marks.length)} yerine ${'#'.repeat(level + 1)} yazın.`;
    level = marks.length;
  }
  return markdown.length > 3000 && level === 1
    ? 'Uzun bir metin: ## ile ara başlıklar eklemek okumayı kolaylaştırır.'
    : undefined;
}
