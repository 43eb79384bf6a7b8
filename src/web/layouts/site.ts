import { getEntry } from 'astro:content';

/** The practice's identity and contact, as the owner edits it in src/content/site.json. */
export async function getSite() {
  const entry = await getEntry('site', 'site');
  if (!entry) throw new Error('src/content/site.json is missing');
  return entry.data;
}
export type Site = Awaited<ReturnType<typeof getSite>>;

/** Opens a chat with the practice, the first sentence already written. */
export const whatsappUrl = (site: Site): string =>
  `https://wa.me/${site.whatsapp}?text=${encodeURIComponent(site.whatsapp_text)}`;
