// What the viewer is offered in calls: starting one, sharing the screen, ending a call for others. The server decides.

import type { State } from '../../client/state/state.ts';
import { destinationOf } from '../lib/destination.ts';
import type { LiveCall } from '../store/calls.ts';
import { type Conversation, narrowOf } from '../store/narrow-targets.ts';
import { channelOf, isAllowed } from '../store/permissions.ts';
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

/** Whether the viewer may end a call for everyone and remove people from it: who started it, and who moderates there. */
export function mayModerateCall(state: State, call: LiveCall): boolean {
  const { user_id: ownId = 0, is_moderator: isModerator, is_admin: isAdmin, is_guest: isGuest } = state;
  if (call.starter_id === ownId || isModerator || isAdmin) return true;
  const setting = channelOf(state, call.stream_id ?? undefined)?.can_administer_channel_group;
  return !isGuest && setting !== undefined && isAllowed(state, setting, ownId);
}

/** Whether the viewer may share the screen in calls. */
export function mayShareScreen(state: State): boolean {
  return isAllowed(state, state.realm_can_share_screen_group, state.user_id ?? 0);
}
