// How a client applies events to the state that POST /register gave it: one reducer per type. A file per room.

import type { ApiClient } from '../client.ts';
import { channelReducers } from './channels.ts';
import { flagReducers } from './flags.ts';
import { groupReducers } from './groups.ts';
import { keptReducers } from './kept.ts';
import { messageReducers } from './messages.ts';
import { organizationReducers } from './organization.ts';
import { ownListReducers } from './own-lists.ts';
import { peopleReducers } from './people.ts';

/** Changes `state` (a register answer) as the event says; `observer` is whose state it is. */
// biome-ignore lint/suspicious/noExplicitAny: events and snapshots are looked into freely by tests
export type Reducer = (state: any, event: any, observer: ApiClient) => void;

/** Types that change nothing that a snapshot holds. */
const withoutState: readonly string[] = [
  'heartbeat',
  'typing',
  'typing_edit_message',
  'restart',
  'reaction',
  'submessage',
  'attachment',
  'presence',
  'invites_changed',
  'realm_export',
];

export const reducers: ReadonlyMap<string, Reducer> = new Map<string, Reducer>([
  ...channelReducers,
  ...flagReducers,
  ...groupReducers,
  ...keptReducers,
  ...messageReducers,
  ...organizationReducers,
  ...ownListReducers,
  ...peopleReducers,
  ...withoutState.map((type): [string, Reducer] => [type, () => undefined]),
]);
