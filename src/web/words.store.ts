import type { AllContent } from '../contract/content.ts';
import {
  type ContentName,
  type LegalName,
  type LegalSlug,
  legalSlugs,
  type Words,
} from '../contract/contentDocuments.ts';
import { call } from './http.ts';
import { oncePerBuild } from './oncePerBuild.ts';

/** All words of the site. */
const readAll = oncePerBuild((): Promise<AllContent> => call('GET /api/content', { query: globalThis.wordsOfBuild }));

async function readDocument(name: ContentName) {
  const found = (await readAll()).documents.find((document) => document.name === name);
  if (!found) throw new Error(`The API has no words of the name ${name}`);
  return found;
}

export const getWords = async <Name extends ContentName>(name: Name): Promise<Words<Name>> =>
  (await readDocument(name)).data as Words<Name>;

export const getPageHead = async (page: keyof Words<'pages'>) => (await getWords('pages'))[page];

export type LegalText = Words<LegalName> & { slug: LegalSlug; version: string };

export async function getLegalText(slug: LegalSlug): Promise<LegalText> {
  const { data, version = '' } = await readDocument(`legal/${slug}`);
  return { ...(data as Words<LegalName>), slug, version };
}

/** All legal texts in the order of lists. */
export const getLegalTexts = (): Promise<LegalText[]> => Promise.all(legalSlugs.map(getLegalText));

/** Every version of every legal text that was published, and those that are being published now. */
export const getLegalVersions = async (): Promise<LegalText[]> =>
  (await readAll()).legal_versions.map(({ slug, version, data }) => ({
    ...(data as Words<LegalName>),
    ...{ slug: slug as LegalSlug, version },
  }));

/** The sentence with a link to a legal text that forms show. Throws where the text has none. */
export async function getLegalSentence(slug: LegalSlug) {
  const { sentence } = await getLegalText(slug);
  if (!sentence) throw new Error(`“${slug}” metninde formlardaki cümle eksik`);
  return sentence;
}

/** A text that differs once the words of these documents do, for the `cacheKey` of pages that show them. */
export const wordsKey = async (...names: ContentName[]): Promise<string> =>
  (await Promise.all(names.map(readDocument))).map(({ name, data }) => `${name} ${JSON.stringify(data)}`).join(' ');
