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
const list = (name: string) =>
  file(`${base}/${name}`, { parser: (source) => ({ all: { items: JSON.parse(source) } }) });

/**
 * Collections of words the owner may edit. A page is an entry named after its file: `getEntry('home', 'home')`.
 * A list is one entry: `getEntry('reviews', 'all')`.
 */
export const collections = {
  home: defineCollection({ loader: one('home.json'), schema: homeSchema }),
  counselling: defineCollection({ loader: one('counselling.json'), schema: counsellingSchema }),
  coaching: defineCollection({ loader: one('coaching.json'), schema: coachingSchema }),
  guide: defineCollection({ loader: one('guide.md'), schema: guideSchema }),
  legal: defineCollection({ loader: glob({ pattern: '*.md', base: `${base}/legal` }), schema: legalSchema }),
  pages: defineCollection({ loader: file(`${base}/pages.json`), schema: pageSchema }),
  reviews: defineCollection({ loader: list('reviews.json'), schema: reviewsSchema }),
  faqCounselling: defineCollection({ loader: list('faq-counselling.json'), schema: faqSchema }),
  faqCoaching: defineCollection({ loader: list('faq-coaching.json'), schema: faqSchema }),
  coachingServices: defineCollection({ loader: list('coaching-services.json'), schema: coachingServicesSchema }),
};
