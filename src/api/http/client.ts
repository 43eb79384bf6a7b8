import { BlockList, isIP } from 'node:net';
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
  const isTrusted = trustOf(trusted);
  while (isTrusted(address) && hops.length) address = hops.pop() as string;
  return address;
}

/** TRUSTED_PROXIES: addresses, or ranges such as `10.0.0.0/8`. What is neither trusts nobody. */
function trustOf(trusted: string[]): (address: string) => boolean {
  if (!trusted.length) return () => false;
  const list = new BlockList();
  for (const item of trusted) {
    const [net = '', bits] = item.split('/');
    const family = isIP(net) === 6 ? 'ipv6' : 'ipv4';
    const most = family === 'ipv6' ? 128 : 32;
    const prefix = bits === undefined ? most : Number(bits);
    if (isIP(net) && Number.isInteger(prefix) && prefix >= 0 && prefix <= most) list.addSubnet(net, prefix, family);
  }
  return (address) => isIP(address) > 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Without a port, which some proxies write too: with it every new connection would be another caller. */
const plain = (address: string) =>
  address
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
