import type { Product } from '../../contract/catalog.ts';
import { call } from '../http.ts';

/** The events on sale now. Throws CallError. */
export const loadProducts = (): Promise<Product[]> => call('GET /api/products', {}, { token: null });

/** One event with its description. Throws CallError, 404 when it is hidden. */
export const loadProduct = (id: string): Promise<Product> =>
  call('GET /api/product/:id', { params: { id } }, { token: null });

/** The event of an address, also one that came after the pages were built; undefined when there is none on sale. */
export const findProduct = async (slug: string): Promise<Product | undefined> =>
  (await loadProducts()).find((product) => product.slug === slug);
