import { readFileSync } from 'node:fs';
import coaching from '../../content/coaching.json' with { type: 'json' };
import coachingServices from '../../content/coaching-services.json' with { type: 'json' };
import counselling from '../../content/counselling.json' with { type: 'json' };
import faqCoaching from '../../content/faq-coaching.json' with { type: 'json' };
import faqCounselling from '../../content/faq-counselling.json' with { type: 'json' };
import home from '../../content/home.json' with { type: 'json' };
import neutralCoaching from '../../content/neutral/coaching.json' with { type: 'json' };
import neutralCoachingServices from '../../content/neutral/coaching-services.json' with { type: 'json' };
import neutralCounselling from '../../content/neutral/counselling.json' with { type: 'json' };
import neutralFaqCoaching from '../../content/neutral/faq-coaching.json' with { type: 'json' };
import neutralFaqCounselling from '../../content/neutral/faq-counselling.json' with { type: 'json' };
import neutralHome from '../../content/neutral/home.json' with { type: 'json' };
import neutralPages from '../../content/neutral/pages.json' with { type: 'json' };
import neutralReviews from '../../content/neutral/reviews.json' with { type: 'json' };
import pages from '../../content/pages.json' with { type: 'json' };
import reviews from '../../content/reviews.json' with { type: 'json' };
import {
  type ContentName,
  contentNames,
  type LegalSlug,
  legalSlugs,
  parseWords,
} from '../../contract/contentDocuments.ts';

/** Words that come with the product: those of the sample practice, or neutral ones that claim nothing about it. */
export type SeedKind = 'sample' | 'neutral';

type Seeds = Record<string, object>;

const legalFiles = legalSlugs.map((slug) => [slug, readLegalFile(slug)] as const);
const legal: Seeds = Object.fromEntries(legalFiles.map(([slug, { words }]) => [`legal/${slug}`, words]));

const seeds: Record<SeedKind, Seeds> = {
  sample: checkSeeds({
    home,
    counselling,
    coaching,
    'coaching-services': coachingServices,
    'faq-counselling': faqCounselling,
    'faq-coaching': faqCoaching,
    reviews,
    pages,
    ...legal,
  }),
  neutral: checkSeeds({
    home: neutralHome,
    counselling: neutralCounselling,
    coaching: neutralCoaching,
    'coaching-services': neutralCoachingServices,
    'faq-counselling': neutralFaqCounselling,
    'faq-coaching': neutralFaqCoaching,
    reviews: neutralReviews,
    pages: neutralPages,
    ...legal,
  }),
};

/** The words a document starts with. */
export const seedOf = (kind: SeedKind, name: ContentName): Record<string, unknown> =>
  seeds[kind][name] as Record<string, unknown>;

/** Version of each of the product's own legal texts. */
export const seedVersions = new Map<LegalSlug, string>(legalFiles.map(([slug, { version }]) => [slug, version]));

/** Throws for words that their schema refuses. */
function checkSeeds(words: Seeds): Seeds {
  return Object.fromEntries(
    contentNames.map((name) => {
      const parsed = parseWords(name, words[name]);
      if (!parsed.words) throw new Error(`src/content: ${name}: ${JSON.stringify(parsed.fields)}`);
      return [name, parsed.words];
    }),
  );
}

/** Reads a legal text: lines of `key: value` between lines of `---`, those of the sentence indented, then Markdown. */
function readLegalFile(slug: string): { version: string; words: object } {
  const file = readFileSync(new URL(`../../content/legal/${slug}.md`, import.meta.url), 'utf8');
  const [head = '', ...body] = file.replace(/^---\n/, '').split('\n---\n');
  const values = new Map(
    [...head.matchAll(/^( *)(\w+): (.*)$/gm)].map(([, indent, key, value = '']) => [
      `${indent ? 'sentence.' : ''}${key}`,
      /^'(.*)'$/s.exec(value)?.[1] ?? value,
    ]),
  );
  const [before, link, after] = ['before', 'link', 'after'].map((key) => values.get(`sentence.${key}`));
  const words = {
    title: values.get('title'),
    description: values.get('description'),
    ...(link ? { sentence: { before, link, after } } : {}),
    body: body.join('\n---\n'),
  };
  return { version: values.get('version') ?? '', words };
}
