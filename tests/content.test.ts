import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import coaching from '../src/content/coaching.json' with { type: 'json' };
import services from '../src/content/coaching-services.json' with { type: 'json' };
import counselling from '../src/content/counselling.json' with { type: 'json' };
import coachingFaq from '../src/content/faq-coaching.json' with { type: 'json' };
import counsellingFaq from '../src/content/faq-counselling.json' with { type: 'json' };
import home from '../src/content/home.json' with { type: 'json' };
import { fillIdentity } from '../src/content/identity.ts';
import neutralCoaching from '../src/content/neutral/coaching.json' with { type: 'json' };
import neutralServices from '../src/content/neutral/coaching-services.json' with { type: 'json' };
import neutralCounselling from '../src/content/neutral/counselling.json' with { type: 'json' };
import neutralHome from '../src/content/neutral/home.json' with { type: 'json' };
import neutralPages from '../src/content/neutral/pages.json' with { type: 'json' };
import neutralSite from '../src/content/neutral/site.json' with { type: 'json' };
import pages from '../src/content/pages.json' with { type: 'json' };
import reviews from '../src/content/reviews.json' with { type: 'json' };
import * as schemas from '../src/content/schemas.ts';
import site from '../src/content/site.json' with { type: 'json' };
import { site as siteSchema } from '../src/contract/site.ts';

const legalFolder = new URL('../src/content/legal/', import.meta.url);
const legal = readdirSync(legalFolder).map((name) => ({
  name,
  text: readFileSync(new URL(name, legalFolder), 'utf8'),
}));

describe('the texts of src/content', () => {
  test('the texts of src/content match their schemas', () => {
    siteSchema.strict().parse(site);
    siteSchema.strict().parse(neutralSite);
    for (const words of [home, neutralHome]) schemas.homeSchema.parse(words);
    for (const words of [counselling, neutralCounselling]) schemas.counsellingSchema.parse(words);
    for (const words of [coaching, neutralCoaching]) schemas.coachingSchema.parse(words);
    schemas.reviewsSchema.parse({ items: reviews });
    schemas.faqSchema.parse({ items: counsellingFaq });
    schemas.faqSchema.parse({ items: coachingFaq });
    for (const items of [services, neutralServices]) schemas.coachingServicesSchema.parse({ items });
    for (const page of [...pages, ...neutralPages]) schemas.pageSchema.parse(page);
  });

  test('a key that the schema does not name is refused', () => {
    expect(siteSchema.strict().safeParse({ ...site, telephone: '1' }).success).toBe(false);
    expect(schemas.faqSchema.safeParse({ items: [{ ...counsellingFaq[0], anwser: '' }] }).success).toBe(false);
  });

  test('every picture named in the texts exists', () => {
    const art = JSON.stringify([home, counselling, coaching, neutralHome, neutralCounselling, neutralCoaching]).match(
      /(hero|service|about)-[a-z]+(-\d)?/g,
    );
    for (const name of art!) expect(existsSync(new URL(`../public/art/${name}.svg`, import.meta.url)), name).toBe(true);
  });
});

describe('the legal texts', () => {
  test('every legal text that mails link to exists', () => {
    const mails = globSync('src/api/**/*.mails.ts').map((file) => readFileSync(file, 'utf8'));
    const slugs = [...mails.join('\n').matchAll(/\/yasal\/([\w-]+)/g)].map(([, slug]) => `${slug}.md`);
    expect(slugs).not.toEqual([]);
    expect(legal.map(({ name }) => name)).toEqual(expect.arrayContaining(slugs));
  });

  test.each(legal)('$name names only fields of the identity and legal texts that exist', ({ text }) => {
    expect(fillIdentity(text, site)).not.toContain('{{');
    for (const [, slug] of text.matchAll(/\]\(\/yasal\/([^)]+)\)/g))
      expect(legal.map((page) => page.name)).toContain(`${slug}.md`);
  });

  test('the identity is put into legal texts as escaped HTML, and an unknown field throws', () => {
    expect(fillIdentity('<p>{{legal_name}}</p>', { ...site, legal_name: 'Kâğıt & İp <b>' })).toBe(
      '<p>Kâğıt &amp; İp &lt;b&gt;</p>',
    );
    expect(() => fillIdentity('{{legalname}}', site)).toThrow('legalname');
    expect(fillIdentity('{{legal_name}}', neutralSite)).toBe('[resmî unvan]');
  });
});
