import type { catalog } from '../../contract/catalog.ts';
import type { Handlers } from '../http/route.ts';
import type { Platform } from '../platform.ts';
import { getProduct, listCategories, listProducts } from './catalog.service.ts';
import { createSeatFeed } from './seats.feed.ts';

export const catalogRoutes = (platform: Platform): Partial<Handlers<typeof catalog>> => {
  const seats = createSeatFeed(platform);
  return {
    'GET /api/products/events': ({ signal }) => seats.watch(signal),
    'GET /api/products': ({ page }) => listProducts(platform, page),
    'GET /api/product/:id': ({ params }) => getProduct(platform, params.id),
    'GET /api/categories': ({ page }) => listCategories(platform, page),
  };
};
