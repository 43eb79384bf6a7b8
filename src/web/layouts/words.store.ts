import { getEntry } from 'astro:content';
import { getSite } from './site.store.ts';

// Words of the pages: those of the sample content, or neutral ones that claim nothing about the practice.

const showsSamples = async () => (await getSite()).sample_words;

export const getHomeWords = async () =>
  (await getEntry('home', (await showsSamples()) ? 'home' : 'neutral/home'))!.data;

export const getCounsellingWords = async () =>
  (await getEntry('counselling', (await showsSamples()) ? 'counselling' : 'neutral/counselling'))!.data;

export const getCoachingWords = async () =>
  (await getEntry('coaching', (await showsSamples()) ? 'coaching' : 'neutral/coaching'))!.data;

export const getCoachingServices = async () =>
  (await getEntry((await showsSamples()) ? 'coachingServices' : 'neutralCoachingServices', 'all'))!.data.items;

/** Reviews of clients; there are no neutral ones. */
export const getReviews = async () => ((await showsSamples()) ? (await getEntry('reviews', 'all'))!.data.items : []);

/** Questions and answers of a page; there are no neutral ones. */
export const getFaq = async (collection: 'faqCounselling' | 'faqCoaching') =>
  (await showsSamples()) ? (await getEntry(collection, 'all'))!.data.items : [];

/** The head of a list page. */
export const getPageHead = async (id: 'products' | 'blog' | 'gallery' | 'legal' | 'contact') =>
  (await getEntry((await showsSamples()) ? 'pages' : 'neutralPages', id))!.data;
