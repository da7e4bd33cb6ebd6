// The limits of the search that a request for messages makes: a long search waits for a slot, and ends when the client
// disconnects.

import { clientNetworkOf } from '../../model/client-network.ts';
import type { WalkOptions } from '../../narrow/walk.ts';
import type { PublicContext } from '../operation.ts';

/** The limits of a request's search. */
export function searchLimits(context: Pick<PublicContext, 'services' | 'source' | 'signal'>): WalkOptions {
  return {
    slots: context.services.searchSlots,
    anonymousNetwork: clientNetworkOf(context.source.address),
    // Lazy: few searches take long enough to need it.
    get signal() {
      return context.signal;
    },
  };
}
