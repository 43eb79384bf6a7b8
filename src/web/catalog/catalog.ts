import type { Product } from '../../contract/catalog.ts';
import { formatDay } from '../../shared/format.ts';
import { hoursOf } from '../../shared/hours.ts';

/** The other products of a product's series, as they are listed. */
export const otherDates = ({ id, series_id }: Product, products: Product[]): Product[] =>
  series_id ? products.filter((other) => other.series_id === series_id && other.id !== id && !other.cancelled) : [];

/** Splits a title after its colon, where a narrow card breaks the line. */
export function titleParts(title: string): [name: string, rest: string] {
  const end = title.indexOf(': ') + 1;
  return end > 0 ? [title.slice(0, end), title.slice(end + 1)] : [title, ''];
}

type Facts = Pick<Product, 'date' | 'time' | 'location' | 'category'> & Partial<Pick<Product, 'duration_minutes'>>;

/** The parts of a card's line 'date | time | location | category'. */
export function factsOf(product: Facts): string[] {
  return [formatDay(product.date), hoursOf(product), product.location, product.category];
}

/** Whether a product takes place online; its place says so. */
export const isOnline = ({ location }: Pick<Product, 'location'>): boolean =>
  location.toLocaleLowerCase('tr').includes('online');

/** What the list of products is narrowed to; empty means all. */
export interface ProductFilter {
  category: string;
  /** `2026-12` */
  month: string;
  online: boolean;
}

export const matchesFilter = (product: Facts, { category, month, online }: ProductFilter): boolean =>
  (!category || product.category === category) &&
  (!month || product.date.startsWith(`${month}-`)) &&
  (!online || isOnline(product));

/** The categories and months there are, and whether some products are online. */
export function filterChoices(products: Facts[]): { categories: string[]; months: string[]; hasOnline: boolean } {
  return {
    categories: [...new Set(products.map(({ category }) => category))].sort(new Intl.Collator('tr').compare),
    months: [...new Set(products.map(({ date }) => date.slice(0, 7)))].sort(),
    hasOnline: products.some(isOnline),
  };
}
