import type { Product } from '../../contract/catalog.ts';

/** Says with how many people at least a product takes place; blank where any number will do. */
export const minimumNote = ({ min_participants }: Pick<Product, 'min_participants'>): string =>
  min_participants ? `en az ${min_participants} kişiyle` : '';
