// Which addresses are those of proxies that are believed.

import { BlockList, isIP } from 'node:net';

/** Whether an address is among addresses and networks, as the configuration writes them. */
export function trustedAddresses(written: readonly string[]): (address: string) => boolean {
  const known = new BlockList();
  for (const one of written) {
    const [network = '', prefix] = one.split('/');
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
    if (isIP(network) === 0) continue;
    if (prefix === undefined) known.addAddress(network, family);
    else known.addSubnet(network, Number(prefix), family);
  }
  return (address) => known.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
