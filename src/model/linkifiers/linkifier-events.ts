// `realm_linkifiers` events, which always contain the whole list in order.

import { list } from '../../api-contract/codec.ts';
import type { NewEvent } from '../../api-contract/event.ts';
import { eventType, newEvent } from '../../api-contract/event-declaration.ts';
import type { Linkifier } from './linkifier.ts';
import { linkifierSchema, wireLinkifier } from './wire-linkifier.ts';

export const linkifiersEvent = eventType(
  'realm_linkifiers',
  'The linkifiers changed. Contains the whole list.',
  { realm_linkifiers: list(linkifierSchema) },
);

/** @param linkifiers all linkifiers after a change, in the order in which they run */
export function linkifiersChanged(linkifiers: readonly Linkifier[]): NewEvent {
  return newEvent(
    linkifiersEvent,
    { realm_linkifiers: linkifiers.map(wireLinkifier) },
    { audience: { kind: 'everyone' }, touches: { linkifiers: true } },
  );
}
