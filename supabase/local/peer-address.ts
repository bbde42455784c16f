/**
 * Whose request it is, for the limits. A proxy's X-Forwarded-For is believed only where GREBEN_PROXY names that proxy:
 * anybody can write any address into the header.
 */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { lineOf } from './client-address.ts';

export type AddressOf = (request: IncomingMessage) => string;

const plain = (address: string) => address.trim().replace(/^::ffff:(?=\d+\.)/, '');
const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Addresses and networks (10.0.0.0/8) with commas between, or null for what is neither. */
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

/** Whether an address, as a socket tells it, is a proxy of ours. */
export function isProxyOf(proxies: BlockList | null): (address: string) => boolean {
  return (told) => {
    const address = plain(told);
    return isIP(address) !== 0 && proxies?.check(address, family(address)) === true;
  };
}

/** From the right, each entry was written by the one before: the first that is no proxy of ours is who asks. */
export function addressBehind(proxies: BlockList | null): AddressOf {
  const isProxy = isProxyOf(proxies);
  return (request) => {
    let address = plain(request.socket.remoteAddress ?? '');
    const told = String(request.headers['x-forwarded-for'] ?? '').split(',');
    while (isProxy(address) && told.length > 0) {
      const before = plain(told.pop() ?? '');
      if (isIP(before) === 0) break;
      address = before;
    }
    return lineOf(address);
  };
}
