// Whether the viewer is offered to call in a conversation. The server decides.

import type { State } from '../../client/state/state.ts';
import { destinationOf } from '../lib/destination.ts';
import { type Conversation, narrowOf } from '../store/narrow-targets.ts';
import { isAllowed } from '../store/permissions.ts';
import { postingObstacle } from '../store/posting-obstacle.ts';

/** The number of Parley among the providers of calls. */
const PARLEY = 1000;

/** Whether the viewer may take part in calls of a conversation. */
export function mayJoinCalls(state: State, conversation: Conversation): boolean {
  const { user_id: ownId = 0 } = state;
  const { engine = 'off' } = state.server_calls ?? {};
  if (engine === 'off' || state.realm_video_chat_provider !== PARLEY) return false;
  return !postingObstacle(state, ownId, destinationOf(narrowOf(conversation), ownId));
}

export function mayStartCalls(state: State, conversation: Conversation): boolean {
  const { user_id: ownId = 0 } = state;
  const isAlone = conversation.kind === 'direct' && conversation.ids.every((id) => id === ownId);
  return (
    !isAlone &&
    mayJoinCalls(state, conversation) &&
    isAllowed(state, state.realm_can_start_calls_group, ownId)
  );
}
