// What clients are told of code playgrounds: always the whole list.

import type { NewEvent } from '../../api-contract/event.ts';
import { type Playground, wirePlayground } from './playground.ts';

/** All playgrounds after a change. */
export function playgroundsEvent(playgrounds: readonly Playground[]): NewEvent {
  return {
    type: 'realm_playgrounds',
    audience: { kind: 'everyone' },
    payload: { realm_playgrounds: playgrounds.map(wirePlayground) },
  };
}
