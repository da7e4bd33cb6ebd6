// `realm_playgrounds` events, which always contain the whole list.

import { list } from '../../api-contract/codec.ts';
import type { NewEvent } from '../../api-contract/event.ts';
import { eventType, newEvent } from '../../api-contract/event-declaration.ts';
import { type Playground, playgroundSchema, wirePlayground } from './playground.ts';

export const playgroundsEvent = eventType(
  'realm_playgrounds',
  'The code playgrounds changed. Contains the whole list.',
  { realm_playgrounds: list(playgroundSchema) },
);

/** @param playgrounds all playgrounds after a change */
export function playgroundsChanged(playgrounds: readonly Playground[]): NewEvent {
  return newEvent(
    playgroundsEvent,
    { realm_playgrounds: playgrounds.map(wirePlayground) },
    { audience: { kind: 'everyone' } },
  );
}
