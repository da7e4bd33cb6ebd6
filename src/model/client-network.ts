// The network that an address counts toward in rate limits. An IPv6 client can choose from a whole /64, so
// that is one network; IPv4 mapped into IPv6 is the same client as plain IPv4.

import { isIP } from 'node:net';

const GROUPS = 8;
/** The number of 16-bit groups in a /64. */
const NETWORK_GROUPS = 4;

/** The eight groups of an IPv6 address, in any spelling, as numbers. */
function groupsOf(address: string): number[] {
  // The URL parser normalizes all spellings. A zone (`%eth0`) is not part of the address.
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const numbers = (part: string | undefined) =>
    part ? part.split(':').map((it) => Number.parseInt(it, 16)) : [];
  const [before, after] = [numbers(head), numbers(tail)];
  return [...before, ...Array<number>(GROUPS - before.length - after.length).fill(0), ...after];
}

/** The /64 of an IPv6 address, the IPv4 address of one mapped into IPv6, and any other text unchanged. */
export function clientNetworkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address);
  const [, , , , , marker, high = 0, low = 0] = groups;
  if (marker === 0xffff && groups.slice(0, 5).every((group) => group === 0)) {
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}
