import { nameServices } from '../web/consulting/consulting.ts';
import { call } from '../web/http.ts';
import { oncePerBuild } from '../web/oncePerBuild.ts';

// Read once, so that all pages of a release name the same ones: a sitemap with one more would name a missing page.

/** Products that have a page, by start: an event that was called off says so there until its day is over. */
export const getProductPages = oncePerBuild(() => call('GET /api/products', { query: { called_off: 'today' } }));

/** Products on sale, by start. */
export const getProducts = oncePerBuild(() => call('GET /api/products'));

/** Counselling services with the slugs of their pages. */
export const getServices = oncePerBuild(async () => nameServices(await call('GET /api/consulting')));
