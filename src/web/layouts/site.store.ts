import type { SavedSite, Site } from '../../contract/site.ts';
import { toE164 } from '../../shared/phone.ts';
import { call } from '../http.ts';

export type { Site } from '../../contract/site.ts';

let site: Promise<SavedSite> | undefined;

/** Name, contact and switches of the site, loaded once a build. */
export function getSite(): Promise<SavedSite> {
  if (!site || import.meta.env.DEV) site = call('GET /api/site');
  return site;
}

/** The address of a WhatsApp chat with the practice, with a first sentence. */
export const whatsappUrl = (site: Site): string =>
  `https://wa.me/${site.whatsapp}?text=${encodeURIComponent(site.whatsapp_text)}`;

/** The link that calls the practice. */
export const phoneUrl = ({ phone }: Site): string => `tel:${toE164(phone) ?? phone.replaceAll(/[^\d+]/g, '')}`;
