import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/**
 * The caller's IP address. `X-Forwarded-For` counts only as far as the proxies in it are trusted ones, read from the
 * right: whatever a client wrote itself stands further left and is never reached.
 */
export function clientAddress(context: Context, trusted: string[]): string {
  const direct = plain(
    (context.env as Partial<HttpBindings> | undefined)?.incoming?.socket?.remoteAddress ?? 'unknown',
  );
  const hops = (context.req.header('x-forwarded-for') ?? '').split(',').map(plain).filter(Boolean);
  let address = direct;
  while (trusted.includes(address) && hops.length) address = hops.pop() as string;
  return address;
}

/** IPv4 in its own notation; an IPv6 address as its /64, which is what one customer of a provider has. */
export function limitKey(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const groups = address.includes('::')
    ? [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
    : left;
  return `${groups.slice(0, 4).join(':')}::/64`;
}

const plain = (address: string) => address.trim().replace(/^::ffff:(?=\d+\.)/i, '');
