import type { Site } from '../../contract/site.ts';
import { call } from '../http.ts';

export type { Site } from '../../contract/site.ts';

let site: Promise<Site> | undefined;

/** The practice's identity and contact as the owner last saved them, asked for once a build. */
export function getSite(): Promise<Site> {
  if (!site || import.meta.env.DEV) site = call('GET /api/site');
  return site;
}

/** Opens a chat with the practice, the first sentence already written. */
export const whatsappUrl = (site: Site): string =>
  `https://wa.me/${site.whatsapp}?text=${encodeURIComponent(site.whatsapp_text)}`;
