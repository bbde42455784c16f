/**
 * Names the client of a request, for the limits. X-Forwarded-For counts only if GREBEN_PROXY names the proxy that sent it,
 * because anybody can write any address into the header.
 */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** Returns the eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...after];
}

/**
 * Returns one name for all addresses of a connection to the internet: an IPv4 address as it is, however it was written, and the
 * first 64 bits of an IPv6 address, because its owner has all 2^64 of them.
 */
export function clientKey(address: string): string {
  const plain = address.replace(/%.*$/, '').toLowerCase();
  if (!isIPv6(plain)) return plain;
  // URL writes an IPv6 address in its shortest form, and an embedded IPv4 address as two groups.
  const groups = groupsOf(new URL(`http://[${plain}]`).hostname.slice(1, -1)).map((group) => Number.parseInt(group, 16));
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

export type AddressOf = (request: IncomingMessage) => string;

const plain = (address: string) => address.trim().replace(/^::ffff:(?=\d+\.)/, '');
const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Parses addresses and networks (10.0.0.0/8) with commas between them; null if one of them is neither. */
export function proxyList(text: string): BlockList | null {
  const list = new BlockList();
  for (const part of text.split(',').map((entry) => entry.trim())) {
    const [address = '', prefix, ...rest] = part.split('/');
    const bits = Number(prefix ?? 0);
    if (isIP(address) === 0 || rest.length > 0 || !/^\d+$/.test(prefix ?? '0') || bits > (isIP(address) === 6 ? 128 : 32))
      return null;
    if (prefix === undefined) list.addAddress(address, family(address));
    else list.addSubnet(address, bits, family(address));
  }
  return list;
}

/** Returns a function that tells whether an address of a socket is one of our proxies. */
export function isProxyOf(proxies: BlockList | null): (address: string) => boolean {
  return (told) => {
    const address = plain(told);
    return isIP(address) !== 0 && proxies?.check(address, family(address)) === true;
  };
}

/**
 * Returns the client's address of a request. Each entry of the header was written by the one to its right, so the first from the
 * right that is no proxy of ours is the client.
 */
export function clientAddressBehind(proxies: BlockList | null): AddressOf {
  const isProxy = isProxyOf(proxies);
  return (request) => {
    let address = plain(request.socket.remoteAddress ?? '');
    const told = String(request.headers['x-forwarded-for'] ?? '').split(',');
    while (isProxy(address) && told.length > 0) {
      const before = plain(told.pop() ?? '');
      if (isIP(before) === 0) break;
      address = before;
    }
    return clientKey(address);
  };
}
