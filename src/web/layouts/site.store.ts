import type { SavedSite } from '../../contract/site.ts';
import { call } from '../http.ts';
import { oncePerBuild } from '../oncePerBuild.ts';

export type { Site } from '../../contract/site.ts';

/** Name, contact and switches of the site. */
export const getSite = oncePerBuild((): Promise<SavedSite> => call('GET /api/site'));
