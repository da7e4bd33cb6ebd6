// Matches addresses of trusted proxies.

import { BlockList, isIP } from 'node:net';

/** Whether an address belongs to a trusted proxy. */
export type IsTrusted = (address: string) => boolean;

/** Returns a test whether an address is in the configured addresses and networks. */
export function trustedAddresses(configured: readonly string[]): IsTrusted {
  const trusted = new BlockList();
  for (const entry of configured) {
    const [network = '', prefix] = entry.split('/');
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
    if (isIP(network) === 0) continue;
    if (prefix === undefined) trusted.addAddress(network, family);
    else trusted.addSubnet(network, Number(prefix), family);
  }
  return (address) => {
    const family = isIP(address);
    return family !== 0 && trusted.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
}
