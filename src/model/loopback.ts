// Decides which names and addresses mean this machine. This is the only such definition, because security depends on
// it: some requests are allowed only from this machine.

import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether an address, without brackets, is a loopback address. */
export function isLoopbackAddress(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && loopback.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

/** Whether a host name or address that a program listens on is a loopback one. */
export function isLoopbackName(name: string): boolean {
  return name.toLowerCase() === 'localhost' || isLoopbackAddress(name);
}

/** Whether a host as in URLs and `Host` headers, with brackets around `::1` and an optional port, is a loopback one. */
export function isLoopbackHost(host: string): boolean {
  return isLoopbackName(host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1'));
}
