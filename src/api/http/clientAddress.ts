import { BlockList, isIP } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/**
 * The caller's IP address. Reads `X-Forwarded-For` from the right as long as the proxies are trusted, so that entries
 * which a client wrote itself, further left, are never reached.
 */
export function clientAddress(context: Context, trusted: string[]): string {
  const direct = normalizeAddress(
    (context.env as Partial<HttpBindings> | undefined)?.incoming?.socket?.remoteAddress ?? 'unknown',
  );
  const hops = (context.req.header('x-forwarded-for') ?? '').split(',').map(normalizeAddress).filter(Boolean);
  let address = direct;
  const isTrusted = createTrustCheck(trusted);
  while (isTrusted(address) && hops.length) address = hops.pop() as string;
  return address;
}

/** This machine and private networks: a proxy in front is there, strangers are not. */
const privateAddress = /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|f[cd])/i;

/** Whether `address`, by which a caller counts, is that of a proxy: it forwards somebody else. */
export const isUnnamedProxy = (address: string, forwarded: string | undefined): boolean =>
  privateAddress.test(address) && Boolean(forwarded) && normalizeAddress(forwarded?.split(',')[0] ?? '') !== address;

/** Checks addresses against TRUSTED_PROXIES: addresses, or ranges such as `10.0.0.0/8`. */
function createTrustCheck(trusted: string[]): (address: string) => boolean {
  if (!trusted.length) return () => false;
  const list = new BlockList();
  for (const item of trusted) {
    const [net = '', bits] = item.split('/');
    const family = isIP(net) === 6 ? 'ipv6' : 'ipv4';
    const maxBits = family === 'ipv6' ? 128 : 32;
    const prefix = bits === undefined ? maxBits : Number(bits);
    if (isIP(net) && Number.isInteger(prefix) && prefix >= 0 && prefix <= maxBits) list.addSubnet(net, prefix, family);
  }
  return (address) => isIP(address) > 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** IPv4 in an IPv6 address, in hexadecimal: `::ffff:c633:6401`. */
const mappedIpv4 = /^(?:::|(?:0{1,4}:){5})ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i;

const toDotted = (_: string, high: string, low: string) =>
  [high, low]
    .map((half) => Number.parseInt(half, 16))
    .flatMap((half) => [half >> 8, half & 255])
    .join('.');

/**
 * Removes brackets and a port, which some proxies add: with it every connection would look like another caller. IPv4 in
 * an IPv6 address is IPv4: otherwise all such callers would share one network.
 */
const normalizeAddress = (address: string) =>
  address
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(?:::|(?:0{1,4}:){5})ffff:(?=\d+\.)/i, '')
    .replace(mappedIpv4, toDotted)
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
