import type { SavedSite } from '../../contract/site.ts';
import { call } from '../http.ts';

export type { Site } from '../../contract/site.ts';

let site: Promise<SavedSite> | undefined;

/** Name, contact and switches of the site, loaded once a build. */
export function getSite(): Promise<SavedSite> {
  if (!site || import.meta.env.DEV) site = call('GET /api/site');
  return site;
}
