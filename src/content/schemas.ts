import { z } from 'astro/zod';

/** Schemas of the files in src/content. They are strict: a misspelt key fails the build. */

/** A list in the order of the page. It is one entry, since `getCollection` sorts entries by id. */
const listOf = <Item extends z.ZodType<{ id: string }>>(item: Item) =>
  z.strictObject({
    items: z.array(item).refine((items) => new Set(items.map((one) => one.id)).size === items.length, 'ids repeat'),
  });

const text = z.string().trim().min(1);
const id = z.string().regex(/^[a-z0-9-]+$/);
/** Name of a drawing in public/art, without `.svg`. */
const art = id;
const icon = z.enum(['door', 'video', 'photo', 'globe', 'mail', 'chat', 'phone']);
const seo = z.strictObject({ title: text, description: text.max(170) });
const slide = z.strictObject({ art, text });
const titled = z.strictObject({ title: text, lead: text });

/** A page head. `accent` is the part of `title` in red italics. */
const head = { kicker: text, title: text, accent: text, lead: text, button: text };
const accented = (hero: { title: string; accent: string }) => hero.title.includes(hero.accent);

const isoDay = /^\d{4}-\d{2}-\d{2}$/;

export const homeSchema = z.strictObject({
  seo,
  hero: z.strictObject({ ...head, art: z.array(art).length(5) }).refine(accented),
  intro: z.strictObject({ text, facts: z.array(z.strictObject({ value: text, label: text })) }),
  services: z.strictObject({
    ...titled.shape,
    cards: z.array(z.strictObject({ title: text, text, href: z.string().startsWith('/'), art })).length(5),
  }),
  reviews_title: text,
});

const review = z.strictObject({
  id,
  name: text,
  comment: text,
  rating: z.int().min(1).max(5),
  /** Decides the avatar. */
  gender: z.enum(['female', 'male']),
});
export const reviewsSchema = listOf(review);

export const counsellingSchema = z.strictObject({
  seo,
  hero: z.strictObject({ ...head, faq_button: text, slides: z.array(slide).length(5) }).refine(accented),
  about: z.strictObject({ ...titled.shape, paragraphs: z.array(text), art }),
  services_title: text,
  meetings: z.strictObject({ title: text, options: z.array(z.strictObject({ title: text, text, icon })).length(2) }),
  /** Who the practice is; without it the section is not there. */
  bio: z.strictObject({ ...titled.shape, paragraphs: z.array(text), button: text, art, alt: text }).optional(),
  faq: titled,
  contact: z.strictObject({ ...titled.shape, message_placeholder: text, privacy: text, urgent: text }),
});

export const coachingSchema = z.strictObject({
  seo,
  hero: z.strictObject({ ...head, slides: z.array(slide).min(2) }).refine(accented),
  services: titled,
  meetings: z.strictObject({
    title: text,
    /** `type` is the value that the form sends. */
    options: z.array(z.strictObject({ type: z.enum(['Online', 'Yüz yüze']), title: text, text, icon })).length(2),
  }),
  /** `fallback_*` are shown while the free first meeting is switched off. */
  pre_meeting: z.strictObject({
    ...titled.shape,
    points: z.array(text),
    fallback_title: text,
    fallback_lead: text,
  }),
  faq: titled,
});

/** The six coaching services (docs/rules.md, services). */
const coachingService = z.strictObject({
  id: z.enum(['s4', 's7', 'lgs', 's9', 's11', 'yks']),
  title: text,
  details: z.array(text).min(1),
  points: z.array(text),
});
export const coachingServicesSchema = listOf(coachingService).refine(({ items }) => items.length === 6);

export const faqSchema = listOf(z.strictObject({ id, question: text.endsWith('?'), answer: text }));

/** Heads of the list pages. */
export const pageSchema = z.strictObject({
  id: z.enum(['products', 'blog', 'gallery', 'legal', 'contact']),
  kicker: text,
  title: text,
  lead: text,
  description: text.max(170),
});

/**
 * A legal text. Placeholders such as `{{legal_name}}` are replaced by fields of the site.
 * `version` is stored with every consent: change it whenever the text changes.
 */
export const legalSchema = z.strictObject({
  title: text,
  slug: id,
  /** Position in lists of legal texts. */
  order: z.int(),
  version: z.string().regex(isoDay),
  description: text,
  /** Notes for engineers, never rendered. */
  note: text,
  /** Sentence beside a form's checkbox or button. Only `link` leads to the page. */
  sentence: z.strictObject({ before: z.string(), link: text, after: z.string() }).optional(),
});

/** First steps of the owner, shown in the admin area. */
export const guideSchema = z.strictObject({
  title: text,
  description: text,
  version: z.string().regex(isoDay),
  note: text,
});
