import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import coaching from '../src/content/coaching.json' with { type: 'json' };
import services from '../src/content/coaching-services.json' with { type: 'json' };
import counselling from '../src/content/counselling.json' with { type: 'json' };
import coachingFaq from '../src/content/faq-coaching.json' with { type: 'json' };
import counsellingFaq from '../src/content/faq-counselling.json' with { type: 'json' };
import home from '../src/content/home.json' with { type: 'json' };
import { fillIdentity } from '../src/content/identity.ts';
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
  it('fit their schemas', () => {
    siteSchema.strict().parse(site);
    schemas.homeSchema.parse(home);
    schemas.counsellingSchema.parse(counselling);
    schemas.coachingSchema.parse(coaching);
    schemas.reviewsSchema.parse({ items: reviews });
    schemas.faqSchema.parse({ items: counsellingFaq });
    schemas.faqSchema.parse({ items: coachingFaq });
    schemas.coachingServicesSchema.parse({ items: services });
    for (const page of pages) schemas.pageSchema.parse(page);
  });

  it('refuse a key nobody reads', () => {
    expect(siteSchema.strict().safeParse({ ...site, telephone: '1' }).success).toBe(false);
    expect(schemas.faqSchema.safeParse({ items: [{ ...counsellingFaq[0], anwser: '' }] }).success).toBe(false);
  });

  it('have the numbers the specification gives', () => {
    expect(reviews).toHaveLength(7);
    expect(counsellingFaq).toHaveLength(13);
    expect(coachingFaq).toHaveLength(9);
    expect(services.map((service) => service.id)).toEqual(['s4', 's7', 'lgs', 's9', 's11', 'yks']);
    expect(home.services.cards.map((card) => card.href)).toEqual([
      '/danismanlik',
      '/kocluk#ust',
      '/blog',
      '/products#ust',
      '/galeri#ust',
    ]);
    expect(coaching.meetings.options.map((option) => option.type).sort()).toEqual(['Online', 'Yüz yüze']);
    expect(site.workshops_banner).toBe('ATÖLYELERİMİZ YAKINDA HİZMETİNİZE AÇILACAKTIR...');
  });

  it('state the facts of the counselling FAQ', () => {
    const answers = counsellingFaq.map((item) => item.answer).join(' ');
    for (const fact of ['45–50 dakika', '3–12 yaş', 'En az 24 saat önce']) expect(answers).toContain(fact);
  });

  it('show only pictures that exist', () => {
    const art = JSON.stringify([home, counselling, coaching]).match(/(hero|service|about)-[a-z]+(-\d)?/g);
    for (const name of art!) expect(existsSync(new URL(`../public/art/${name}.svg`, import.meta.url)), name).toBe(true);
  });
});

describe('the legal texts', () => {
  it('are the seven the site links to', () => {
    expect(legal.map((page) => page.name).sort()).toEqual([
      'acik-riza.md',
      'aydinlatma-metni.md',
      'cerezler.md',
      'gizlilik.md',
      'iptal-ve-iade.md',
      'mesafeli-satis.md',
      'on-bilgilendirme.md',
    ]);
  });

  it.each(legal)('$name names only fields of the identity and pages that exist', ({ text }) => {
    expect(fillIdentity(text, site)).not.toContain('{{');
    for (const [, slug] of text.matchAll(/\]\(\/yasal\/([^)]+)\)/g))
      expect(legal.map((page) => page.name)).toContain(`${slug}.md`);
  });

  it('carry the identity, escaped, and refuse an unknown field', () => {
    expect(fillIdentity('<p>{{legal_name}}</p>', { ...site, legal_name: 'Kâğıt & İp <b>' })).toBe(
      '<p>Kâğıt &amp; İp &lt;b&gt;</p>',
    );
    expect(() => fillIdentity('{{legalname}}', site)).toThrow('legalname');
  });
});
