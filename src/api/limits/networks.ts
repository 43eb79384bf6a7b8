/**
 * The networks an address lies in, the narrowest first: an IPv4 address itself, of IPv6 its /64, /56 and /48, which are
 * handed out freely.
 */
export function networksOf(address: string): string[] {
  if (!address.includes(':')) return [address];
  const [head = '', tail = ''] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const groups = address.includes('::')
    ? [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
    : left;
  // Without leading zeros, so that every notation of a network is the same key.
  const [a, b, c, d] = groups.slice(0, 4).map((group) => Number.parseInt(group, 16) || 0);
  const name = (fourth: number) => [a, b, c, fourth].map((group = 0) => group.toString(16)).join(':');
  return [`${name(d ?? 0)}::/64`, `${name((d ?? 0) & 0xff00)}::/56`, `${name(0)}::/48`];
}
