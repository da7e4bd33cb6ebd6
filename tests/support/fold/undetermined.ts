// Parts of the state that no event reports, in which a folded state may differ from a snapshot; and fields for older
// clients, which the fold leaves out.

import type { ApiEvent } from '../../../client/event-stream.ts';
import type { State } from '../../../client/state/state.ts';
import { deprecatedPolicies } from '../../../src/model/organizations/deprecated-policies.ts';
import type { Json } from '../client.ts';

/** The keys that an event leaves undetermined. */
// biome-ignore lint/suspicious/noExplicitAny: tests read events freely
function leftOpenBy(event: any, newest: number, ownId: number): readonly string[] {
  switch (event.type) {
    case 'subscription':
      // The newest message received may be in a channel that was joined or left.
      return event.op === 'add' || event.op === 'remove' ? ['max_message_id'] : [];
    case 'update_message':
      return event.new_stream_id === undefined ? [] : ['max_message_id'];
    case 'delete_message': {
      const isNewestGone = (event.message_ids ?? [event.message_id]).includes(newest);
      const isDirect = event.message_type === 'private';
      return [
        ...(isNewestGone ? ['max_message_id'] : []),
        ...(isDirect ? ['recent_private_conversations'] : []),
      ];
    }
    case 'realm_user':
      // Permissions follow from groups, which clients look up.
      return event.person.user_id === ownId && event.person.role !== undefined ? ['can_'] : [];
    default:
      return [];
  }
}

/** Returns a predicate: whether the events leave a key of the snapshot undetermined. */
export function isUndetermined(
  events: readonly ApiEvent[],
  before: Json,
  ownId: number,
): (key: string) => boolean {
  let newest = Number(before.max_message_id ?? 0);
  const open = new Set<string>();
  for (const event of events) {
    if (event.type === 'message') newest = Math.max(newest, event.message.id);
    for (const key of leftOpenBy(event, newest, ownId)) open.add(key);
  }
  return (key) => open.has(key) || (open.has('can_') && key.startsWith('can_'));
}

/** The state with policies in the form for older clients, if settings changed that decide them. */
export function withLegacyPolicies(state: State, events: readonly ApiEvent[]): Json {
  if (!events.some(({ type }) => type === 'realm')) return { ...state };
  const ids = Object.fromEntries((state.realm_user_groups ?? []).map(({ id, name }) => [name, id]));
  const settings = Object.entries(state).map(([key, value]) => [key.replace(/^realm_/, ''), value]);
  return { ...state, ...deprecatedPolicies(Object.fromEntries(settings) as never, ids as never) };
}
