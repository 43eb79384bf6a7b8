import { toSlug } from '../shared/slug.ts';

/** A free slug for a title: `-2`, `-3` … where taken, `fallback` where the title leaves nothing (CONTRACT.md 6). */
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
