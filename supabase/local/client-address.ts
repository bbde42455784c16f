/** One name for all addresses of one line: limits count by what one household or salon surely has to itself. */
import { isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...after];
}

/**
 * One name for all addresses of one line: an IPv4 address as it is, in whichever way it was written; of an IPv6 address its
 * first 64 bits, since whoever has one has all 2^64 of them.
 */
export function lineOf(address: string): string {
  const plain = address.replace(/%.*$/, '').toLowerCase();
  if (!isIPv6(plain)) return plain;
  // URL writes every IPv6 address in its shortest form, an embedded IPv4 address as two groups.
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
