// Names that anybody may have written, looked up as the system does it; private addresses are refused. A look holds one of the
// few threads that files and passwords need as well, for as long as a name server is silent, and cannot be broken off: few are
// made at once, and what waits too long for its turn is not looked up any more.

import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { limits } from '../../api-contract/limits.ts';
import { Semaphore } from '../../api-contract/semaphore.ts';
import { NoAnswer } from './http-error.ts';
import { isPrivateAddress } from './private-addresses.ts';

const turns = new Semaphore(limits.nameLookupsAtOnce);

function lookedUp(name: string, options: LookupAllOptions): Promise<LookupAddress[]> {
  return new Promise((found, failed) => {
    lookup(name, options, (error, addresses) => (error ? failed(error) : found(addresses)));
  });
}

/** The addresses of a name, in its turn. Throws `NoAnswer` where one of them is private, or the turn came too late. */
function publicAddresses(name: string, options: LookupAllOptions): Promise<LookupAddress[]> {
  const asked = performance.now();
  return turns.pass(async () => {
    if (performance.now() - asked > limits.nameLookupWaitSeconds * 1000)
      throw new NoAnswer('it took too long');
    const addresses = await lookedUp(name, options);
    if (addresses.some(({ address }) => isPrivateAddress(address)))
      throw new NoAnswer('its address is not a public one');
    return addresses;
  });
}

/** Looks up a name for a connection. */
export const guardedLookup: LookupFunction = (name, options, done) => {
  publicAddresses(name, { ...options, all: true }).then(
    (addresses) => {
      const [first] = addresses;
      if (!first) done(new NoAnswer('the server was not found'), '', 4);
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    },
    (error: NodeJS.ErrnoException) => done(error, '', 4),
  );
};
