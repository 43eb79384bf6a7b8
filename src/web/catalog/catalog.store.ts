import type { Product } from '../../contract/catalog.ts';
import { call } from '../http.ts';

/** The products on sale. Throws CallError. */
export const loadProducts = (): Promise<Product[]> => call('GET /api/products', {}, { token: null });

/** One product with its description. Throws CallError, 404 when it is hidden. */
export const loadProduct = (id: string): Promise<Product> =>
  call('GET /api/product/:id', { params: { id } }, { token: null });

/** The product of an address, also one created after the last release; undefined when none is on sale. */
export const findProduct = async (slug: string): Promise<Product | undefined> =>
  (await loadProducts()).find((product) => product.slug === slug);
