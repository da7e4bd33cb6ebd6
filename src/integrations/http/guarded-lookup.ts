// Resolves untrusted host names with the system's resolver and refuses private addresses. A lookup occupies
// one of the few threads that files and passwords also need, for as long as a name server does not respond,
// and cannot be canceled. So few run at once, and one that has waited too long is dropped.

import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { limits } from '../../api-contract/limits.ts';
import { Semaphore } from '../../api-contract/semaphore.ts';
import { NoAnswerError } from './no-answer-error.ts';
import { isPrivateAddress } from './private-addresses.ts';

const lookupLimit = new Semaphore(limits.nameLookupsAtOnce);

function lookupAll(name: string, options: LookupAllOptions): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    lookup(name, options, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });
}

/** The addresses of a name. @throws NoAnswerError if one of them is private, or the lookup waited too long */
function publicAddresses(name: string, options: LookupAllOptions): Promise<LookupAddress[]> {
  const queuedAt = performance.now();
  return lookupLimit.run(async () => {
    if (performance.now() - queuedAt > limits.nameLookupWaitSeconds * 1000)
      throw new NoAnswerError('the request timed out');
    const addresses = await lookupAll(name, options);
    if (addresses.some(({ address }) => isPrivateAddress(address)))
      throw new NoAnswerError('the address is not public');
    return addresses;
  });
}

/** The lookup function for a connection to an untrusted host. */
export const guardedLookup: LookupFunction = (name, options, done) => {
  publicAddresses(name, { ...options, all: true }).then(
    (addresses) => {
      const [first] = addresses;
      if (!first) done(new NoAnswerError('the server was not found'), '', 4);
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    },
    (error: NodeJS.ErrnoException) => done(error, '', 4),
  );
};
