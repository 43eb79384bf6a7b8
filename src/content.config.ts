import { defineCollection } from 'astro:content';
import { file, glob } from 'astro/loaders';
import {
  coachingSchema,
  coachingServicesSchema,
  counsellingSchema,
  faqSchema,
  guideSchema,
  homeSchema,
  legalSchema,
  pageSchema,
  reviewsSchema,
} from './content/schemas.ts';

const base = './src/content';
const one = (pattern: string) => glob({ pattern, base });
/** A page with two entries: `home` with the sample words, `neutral/home` without. */
const page = (name: string) => glob({ pattern: [`${name}.json`, `neutral/${name}.json`], base });
const list = (name: string) =>
  file(`${base}/${name}`, { parser: (source) => ({ all: { items: JSON.parse(source) } }) });

/**
 * Words of the pages: sample ones, and neutral ones in `neutral` for a site without samples. web/layouts/words.store.ts
 * chooses between them. A list is one entry, `all`.
 */
export const collections = {
  home: defineCollection({ loader: page('home'), schema: homeSchema }),
  counselling: defineCollection({ loader: page('counselling'), schema: counsellingSchema }),
  coaching: defineCollection({ loader: page('coaching'), schema: coachingSchema }),
  guide: defineCollection({ loader: one('guide.md'), schema: guideSchema }),
  legal: defineCollection({ loader: glob({ pattern: '*.md', base: `${base}/legal` }), schema: legalSchema }),
  pages: defineCollection({ loader: file(`${base}/pages.json`), schema: pageSchema }),
  neutralPages: defineCollection({ loader: file(`${base}/neutral/pages.json`), schema: pageSchema }),
  reviews: defineCollection({ loader: list('reviews.json'), schema: reviewsSchema }),
  faqCounselling: defineCollection({ loader: list('faq-counselling.json'), schema: faqSchema }),
  faqCoaching: defineCollection({ loader: list('faq-coaching.json'), schema: faqSchema }),
  coachingServices: defineCollection({ loader: list('coaching-services.json'), schema: coachingServicesSchema }),
  neutralCoachingServices: defineCollection({
    loader: list('neutral/coaching-services.json'),
    schema: coachingServicesSchema,
  }),
};
