// `realm_playgrounds` events, which always contain the whole list.

import type { NewEvent } from '../../api-contract/event.ts';
import { type Playground, wirePlayground } from './playground.ts';

/** @param playgrounds all playgrounds after a change */
export function playgroundsEvent(playgrounds: readonly Playground[]): NewEvent {
  return {
    type: 'realm_playgrounds',
    audience: { kind: 'everyone' },
    payload: { realm_playgrounds: playgrounds.map(wirePlayground) },
  };
}
