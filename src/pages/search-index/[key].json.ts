import type { APIContext } from 'astro';
import { fillIdentity } from '../../content/legalHtml.ts';
import { formatAges } from '../../shared/ages.ts';
import { toPlainText } from '../../shared/inlineText.ts';
import { buildPaths } from '../../web/buildPaths.ts';
import { programmeSlugs } from '../../web/coaching/coaching.ts';
import { getSite } from '../../web/layouts/site.store.ts';
import { paths } from '../../web/paths.ts';
import { type Entry, type IndexFile, wordsForIndex } from '../../web/search/search.ts';
import { getLegalTexts, getPageHead, getWords } from '../../web/words.store.ts';
import { type IndexPart, indexParts, indexRoutes } from '../_indexFiles.ts';
import { getProducts, getServices } from '../_lists.ts';
import { getFullPosts, keyOf } from '../_posts.ts';
import { listQuestions } from '../_questionPages.ts';

export const getStaticPaths = () => indexRoutes(({ posts }) => keyOf(...posts));

/** The entries of the search: posts in all files, everything else in the newest. */
export async function GET({ props }: APIContext<{ part: IndexPart }>): Promise<Response> {
  const { key, start, posts } = props.part;
  const articles = (await getFullPosts(start, start + posts.length)).map(({ slug, title, description, content }) =>
    toEntry('post', paths.blog(slug), title, description, content),
  );
  if (key) return Response.json({ older: [], entries: articles } satisfies IndexFile);
  const [, ...others] = await indexParts();
  const older = others.map((part) => part.key as string);
  const entries = [...(await listOffers()), ...articles, ...(await listQuestionEntries()), ...(await listPages())];
  return Response.json({ older, entries } satisfies IndexFile);
}

async function listOffers(): Promise<Entry[]> {
  const services = await getServices();
  const products = await getProducts();
  return [
    ...services.map(({ slug, title, description }) => toEntry('service', paths.service(slug), title, description)),
    ...(await getWords('coaching-services')).items.map(({ id, title, details, points }) =>
      toEntry(
        'programme',
        paths.programme(programmeSlugs[id]),
        title,
        toPlainText(details.join(' ')),
        toPlainText(points.join(' ')),
      ),
    ),
    ...products.map(({ slug, title, description, location, category, leader, ...product }) =>
      toEntry(
        'product',
        paths.product(slug),
        title,
        description,
        `${location} ${category} ${leader} ${formatAges(product)}`,
      ),
    ),
  ];
}

async function listQuestionEntries(): Promise<Entry[]> {
  const lists = await listQuestions();
  return lists.flatMap(({ parent, items, hasOwnPage }) => {
    const page = hasOwnPage ? buildPaths.questions(parent.path) : parent.path;
    return items.map(({ id, question, answer }) =>
      toEntry('question', buildPaths.question(page, id), question, toPlainText(answer)),
    );
  });
}

/** Fixed pages with words of their own, and the legal texts. */
async function listPages(): Promise<Entry[]> {
  const site = await getSite();
  const counselling = await getWords('counselling');
  const coaching = await getWords('coaching');
  const { about, bio, meetings, seo } = counselling;
  const contact = await getPageHead('contact');
  const ways = [site.phone && 'telefon', site.address && 'adres, harita', site.hours && 'çalışma saatleri'].filter(
    Boolean,
  );
  const heads = await Promise.all(
    (['products', 'blog', 'gallery', 'legal'] as const).map(async (id) => ({
      ...(await getPageHead(id)),
      path: { products: paths.products, blog: paths.blogs, gallery: paths.gallery, legal: paths.legal }[id],
    })),
  );
  const meetingWords = [...meetings.options, ...coaching.meetings.options].map(({ title, text }) => `${title} ${text}`);
  const legal = await getLegalTexts();
  return [
    toEntry(
      'page',
      paths.counselling,
      seo.title,
      seo.description,
      toPlainText([about.lead, ...about.paragraphs, ...meetingWords].join(' ')),
    ),
    ...(bio
      ? [toEntry('page', `${paths.counselling}#ben-kimim`, bio.title, bio.lead, toPlainText(bio.paragraphs.join(' ')))]
      : []),
    toEntry('page', paths.coaching, coaching.seo.title, coaching.seo.description, coaching.services.lead),
    ...heads.map(({ path, title, lead, description }) => toEntry('page', path, title, description, lead)),
    toEntry(
      'page',
      paths.reach,
      // Titles count most: other pages contain these words too, but this is the page that people look for by them.
      `${contact.title}${ways.length ? `: ${ways.join(', ')}` : ''}`,
      [site.phone, site.address, site.hours].filter(Boolean).join(' · ') || contact.description,
      `${contact.description} Yol tarifi, WhatsApp, e-posta ${site.email}`,
    ),
    toEntry(
      'page',
      paths.orders,
      'Siparişlerim',
      'Biletleriniz, ödemesi ve tarihi. Giriş yapmanız gerekir.',
      'iptal, devir, ödeme, kredi kartı, taksit, havale, EFT, IBAN, banka hesabı, fatura, katılım belgesi, bekleme listesi',
    ),
    toEntry(
      'page',
      paths.profile,
      'Profilim',
      'Bilgileriniz, şifreniz ve hesabınız. Giriş yapmanız gerekir.',
      'silmek',
    ),
    toEntry(
      'page',
      paths.forgotPassword,
      'Şifremi unuttum',
      'E-posta adresinize gelen kodla yeni bir şifre belirleyin.',
    ),
    ...legal.map(({ slug, title, description, body }) =>
      toEntry('legal', paths.legalText(slug), title, description, fillIdentity(body, site)),
    ),
  ];
}

/** The index has the part of the description that a result shows; the rest is found by its words. */
function toEntry(kind: Entry['kind'], path: string, title: string, description: string, text = ''): Entry {
  const shown = description.length > 300 ? `${description.slice(0, 300)}…` : description;
  return { kind, title, path, description: shown, words: wordsForIndex(`${description} ${text}`, `${title} ${shown}`) };
}
