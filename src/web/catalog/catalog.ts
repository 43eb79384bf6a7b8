import type { Product } from '../../contract/catalog.ts';
import { type AgeRange, formatAges, isAgeWithin } from '../../shared/ages.ts';
import { compare } from '../../shared/collation.ts';
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

type Facts = Pick<Product, 'date' | 'time' | 'location' | 'category'> &
  Partial<Pick<Product, 'duration_minutes'>> &
  AgeRange;

/** The parts of a card's line 'date | time | location | category', and the ages where it is not for all. */
export function factsOf(product: Facts): string[] {
  const ages = formatAges(product);
  return [formatDay(product.date), hoursOf(product), product.location, product.category, ...(ages ? [ages] : [])];
}

/** Whether a product takes place online; its place says so, in whatever case: 'ONLINE' and 'ONLİNE', too. */
export const isOnline = ({ location }: Pick<Product, 'location'>): boolean => /onl[iİ]ne/i.test(location);

/** What the list of products is narrowed to; empty means all. */
export interface ProductFilter {
  category: string;
  /** `2026-12` */
  month: string;
  /** An age in years. */
  age: string;
  online: boolean;
}

export const matchesFilter = (product: Facts, { category, month, age, online }: ProductFilter): boolean =>
  (!category || product.category === category) &&
  (!month || product.date.startsWith(`${month}-`)) &&
  (!age || isAgeWithin(Number(age), product)) &&
  (!online || isOnline(product));

/** From this age on people are adults: one choice for all of them. */
export const adultAge = 18;

/** The categories and months there are, the ages that some products are for, and whether some are online. */
export function filterChoices(products: Facts[]): {
  categories: string[];
  months: string[];
  ages: number[];
  hasOnline: boolean;
} {
  const bounded = products.filter((product) => formatAges(product));
  const ages = Array.from({ length: adultAge + 1 }, (_, age) => age);
  return {
    ages: ages.filter((age) => bounded.some((product) => isAgeWithin(age, product))),
    categories: [...new Set(products.map(({ category }) => category))].sort(compare),
    months: [...new Set(products.map(({ date }) => date.slice(0, 7)))].sort(),
    hasOnline: products.some(isOnline),
  };
}
