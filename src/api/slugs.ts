import { toSlug } from '../shared/slug.ts';

/** Finds a free slug for a title: adds `-2`, `-3`… if it is taken. `fallback` is used if the title leaves none. */
export async function freeSlug(
  title: string,
  fallback: string,
  isTaken: (slug: string) => Promise<boolean>,
): Promise<string> {
  const base = toSlug(title) || fallback;
  for (let count = 1; ; count += 1) {
    const slug = count === 1 ? base : `${base}-${count}`;
    if (!(await isTaken(slug))) return slug;
  }
}
