// What names this machine as only its own programs do: of this there is one definition, since much is allowed there alone.

import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether an address, without brackets, is of this machine. */
export function isLoopbackAddress(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && loopback.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

/** Whether a name or an address, as programs listen to it, is of this machine. */
export function isLoopbackName(name: string): boolean {
  return name.toLowerCase() === 'localhost' || isLoopbackAddress(name);
}

/** The same of a host as URLs and `Host` headers write it: with brackets around `::1`, and a port or none. */
export function isLoopbackHost(host: string): boolean {
  return isLoopbackName(host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1'));
}
