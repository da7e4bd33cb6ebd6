// Which network an address counts for where what comes from one place is bounded: whoever has IPv6 has a whole /64 of
// addresses to choose from, and IPv4 written as IPv6 is still the same caller.

import { isIP } from 'node:net';

const GROUPS = 8;
/** The groups of a /64. */
const NETWORK_GROUPS = 4;

/** The eight groups of an IPv6 address in any of its spellings, as numbers. */
function groupsOf(address: string): number[] {
  // The URL parser brings all spellings into one; a zone (`%eth0`) is no part of the address.
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const numbers = (part: string | undefined) =>
    part ? part.split(':').map((it) => Number.parseInt(it, 16)) : [];
  const [before, after] = [numbers(head), numbers(tail)];
  return [...before, ...Array<number>(GROUPS - before.length - after.length).fill(0), ...after];
}

/** An IPv4 address as it is, also where it is mapped into IPv6; of an IPv6 address its /64; any other text as it is. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address);
  const [, , , , , marker, high = 0, low = 0] = groups;
  if (marker === 0xffff && groups.slice(0, 5).every((group) => group === 0)) {
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}
