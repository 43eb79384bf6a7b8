import type { APIContext } from 'astro';
import { dayInIstanbul } from '../shared/time.ts';
import { buildPaths } from '../web/buildPaths.ts';
import { programmeSlugs } from '../web/coaching/coaching.ts';
import { paths } from '../web/paths.ts';
import { getLegalTexts, getWords } from '../web/words.store.ts';
import { getProducts, getServices } from './_lists.ts';
import { getPosts } from './_posts.ts';
import { questionPages } from './_questionPages.ts';
import { listPages } from './blog/_list.ts';

/** Every page that search engines may index, without cart, account and admin pages. */
export async function GET({ site }: APIContext): Promise<Response> {
  const posts = await getPosts();
  const products = await getProducts();
  const legal = await getLegalTexts();
  const lists = await listPages();
  const services = await getServices();
  const programmes = (await getWords('coaching-services')).items;
  const pages = [
    ...[
      paths.home,
      paths.counselling,
      ...(services.length > 0 ? [paths.services] : []),
      paths.coaching,
      paths.products,
      paths.gallery,
      paths.reach,
      paths.legal,
    ],
    ...(await questionPages()).map(({ parent }) => buildPaths.questions(parent.path)),
    ...lists.map((list) => list.path),
    ...services.map((service) => paths.service(service.slug)),
    ...programmes.map((programme) => paths.programme(programmeSlugs[programme.id])),
    ...products.map((product) => paths.product(product.slug)),
    ...legal.map((text) => paths.legalText(text.slug)),
  ].map((path) => ({ path, changed: '' }));
  const articles = posts.map(({ slug, created_at, updated_at }) => ({
    path: paths.blog(slug),
    changed: dayInIstanbul(new Date(Math.max(Date.parse(created_at), Date.parse(updated_at)))),
  }));
  const entries = [...pages, ...articles].map(({ path, changed }) => {
    const lastmod = changed && `<lastmod>${changed}</lastmod>`;
    return `<url><loc>${new URL(path, site).href}</loc>${lastmod}</url>`;
  });
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>\n`;
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
}
