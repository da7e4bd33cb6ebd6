// `realm_linkifiers` events, which always contain the whole list in order.

import type { NewEvent } from '../../api-contract/event.ts';
import type { Linkifier } from './linkifier.ts';
import { wireLinkifier } from './wire-linkifier.ts';

/** @param linkifiers all linkifiers after a change, in the order in which they run */
export function linkifiersEvent(linkifiers: readonly Linkifier[]): NewEvent {
  return {
    type: 'realm_linkifiers',
    audience: { kind: 'everyone' },
    payload: { realm_linkifiers: linkifiers.map(wireLinkifier) },
    touches: { linkifiers: true },
  };
}
