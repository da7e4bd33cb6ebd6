// The event that marks messages as unread again, so that this can be shown before the server sends it.

import type { ApiEvent } from '../../client/event-stream.ts';
import type { State } from '../../client/state/state.ts';
import { otherIds } from './narrow-targets.ts';
import { flagEvent } from './read-marks.ts';

/** The event that marks messages as unread again. Messages that the state does not list as unread are left out. */
export function unreadEvent(state: State, ids: readonly number[]): ApiEvent {
  const { user_id: ownId = 0, unread_msgs: unread } = state;
  const { streams = [], pms = [], huddles = [], mentions = [] } = unread ?? {};
  const requestedIds = new Set(ids);
  const mentioned = new Set(mentions);
  const details = new Map<number, object>();
  const add = (unreadIds: readonly number[], where: object) => {
    for (const id of unreadIds)
      if (requestedIds.has(id)) details.set(id, { ...where, ...(mentioned.has(id) && { mentioned: true }) });
  };
  for (const { stream_id, topic, unread_message_ids } of streams)
    add(unread_message_ids, { type: 'stream', stream_id, topic });
  // The other participants; none for notes to oneself.
  const direct = (participants: readonly number[]) => ({
    type: 'private',
    user_ids: otherIds(participants, ownId).filter((id) => id !== ownId),
  });
  for (const { other_user_id, unread_message_ids } of pms) add(unread_message_ids, direct([other_user_id]));
  for (const { user_ids_string, unread_message_ids } of huddles)
    add(unread_message_ids, direct(user_ids_string.split(',').map(Number)));
  return {
    ...flagEvent('read', 'remove', [...details.keys()]),
    message_details: Object.fromEntries(details),
  } as ApiEvent;
}
