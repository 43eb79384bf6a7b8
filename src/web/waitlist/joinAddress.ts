const slugName = 'sira';
const seatsName = 'yer';

/** The present page with the dialog for this product open, as a path. */
export function joinAddress(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  slug: string,
  quantity: number,
): string {
  const params = new URLSearchParams(search);
  params.set(slugName, slug);
  params.set(seatsName, String(quantity));
  return `${pathname}?${params}`;
}

/** What an address made by `joinAddress` asks for, and the address without it; undefined for others. */
export function readJoinAddress({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): { slug: string; quantity: number; rest: string } | undefined {
  const params = new URLSearchParams(search);
  const slug = params.get(slugName);
  if (!slug) return undefined;
  const quantity = Math.trunc(Number(params.get(seatsName))) || 1;
  params.delete(slugName);
  params.delete(seatsName);
  return { slug, quantity, rest: `${pathname}${params.size ? `?${params}` : ''}` };
}
