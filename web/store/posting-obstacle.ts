// Why the viewer may not write to a conversation, and who may, as far as the state says. The server decides.

import type { State } from '../../client/state/state.ts';
import type { Destination } from '../lib/destination.ts';
import { channelIn, isDeactivated, personIn } from './directory.ts';
import { type GroupSetting, isAllowed, maySubscribeTo, mustSubscribe } from './permissions.ts';
import { peopleKey } from './unread-counts.ts';

export interface PostingObstacle {
  /**
   * `channel`: only some may post; `archived`: no one can; `unknownChannel`: it does
   * not exist, or the viewer may not know it; `subscribeFirst`: only subscribers, and the viewer may
   * become one; `subscribersOnly`: only subscribers, who were added; `direct`: no participant may allow direct messages;
   * `firstDirect`: the viewer may only continue direct conversations; `deactivated`: the only recipient is deactivated.
   */
  readonly kind:
    | 'channel'
    | 'archived'
    | 'unknownChannel'
    | 'subscribeFirst'
    | 'subscribersOnly'
    | 'direct'
    | 'firstDirect'
    | 'deactivated';
  /** Who may; undefined if no permission decides. */
  readonly who?: GroupSetting | undefined;
  /** The deactivated recipient. */
  readonly personId?: number;
}

/** The snapshot contains only this many direct conversations: others may exist if it contains as many. */
const MAX_LISTED_CONVERSATIONS = 1000;

function mayExist({ recent_private_conversations: recent = [] }: State, ids: readonly number[]): boolean {
  const key = peopleKey(ids);
  return (
    recent.length >= MAX_LISTED_CONVERSATIONS || recent.some(({ user_ids }) => peopleKey(user_ids) === key)
  );
}

function directObstacle(state: State, ownId: number, ids: readonly number[]): PostingObstacle | undefined {
  // A conversation of several people continues without those who are deactivated.
  const [personId, ...more] = ids.filter((id) => id !== ownId);
  if (personId !== undefined && more.length === 0 && isDeactivated(state, personId))
    return { kind: 'deactivated', personId };
  if (ids.every((id) => id === ownId || personIn(state, id)?.is_bot === true)) return undefined;
  const authorizers = state.realm_direct_message_permission_group;
  if (![ownId, ...ids].some((id) => isAllowed(state, authorizers, id)))
    return { kind: 'direct', who: authorizers };
  const initiators = state.realm_direct_message_initiator_group;
  if (isAllowed(state, initiators, ownId) || mayExist(state, ids)) return undefined;
  return { kind: 'firstDirect', who: initiators };
}

/** Undefined if the viewer may write there, or the destination is incomplete. */
export function postingObstacle(
  state: State,
  ownId: number,
  destination: Destination | undefined,
): PostingObstacle | undefined {
  if (destination?.kind === 'direct') return directObstacle(state, ownId, destination.personIds);
  if (destination?.channelId === undefined) return undefined;
  const channel = channelIn(state, destination.channelId);
  if (!channel) return { kind: 'unknownChannel' };
  if (channel.is_archived) return { kind: 'archived' };
  const { can_send_message_group: who } = channel;
  if (!isAllowed(state, who, ownId)) return { kind: 'channel', who };
  if (!mustSubscribe(state, channel, ownId)) return undefined;
  return { kind: maySubscribeTo(state, channel, ownId) ? 'subscribeFirst' : 'subscribersOnly' };
}
