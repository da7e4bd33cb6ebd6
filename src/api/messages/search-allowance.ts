// What a request allows its search of messages: a walk in its turn, for as long as somebody waits for the answer.

import { networkOf } from '../../model/client-network.ts';
import type { WalkOptions } from '../../narrow/walk.ts';
import type { PublicContext } from '../operation.ts';

/** How far the search of a request may go. */
export function searchAllowance(context: PublicContext): WalkOptions {
  return {
    turns: context.services.walkTurns,
    visitorsOf: networkOf(context.source.address),
    // Few searches take long enough to be told that their client went away.
    get signal() {
      return context.signal;
    },
  };
}
