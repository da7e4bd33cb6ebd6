// Checks the permissions of an account. The value of a permission is a group's id or an explicit set of accounts and
// groups. The server decides; this only hides what it would refuse.

import type { State } from '../../client/state/state.ts';

/** A setting as the state contains it. */
export type GroupSetting =
  | number
  | { readonly direct_members: readonly number[]; readonly direct_subgroups: readonly number[] };

/** Whether an account is in a group, directly or through subgroups. */
function isMember(state: State, groupId: number, personId: number, seen = new Set<number>()): boolean {
  if (seen.has(groupId)) return false;
  seen.add(groupId);
  const group = state.realm_user_groups?.find(({ id }) => id === groupId);
  if (!group) return false;
  if (group.members.includes(personId)) return true;
  return group.direct_subgroup_ids.some((subgroup) => isMember(state, subgroup, personId, seen));
}

/** Whether a setting gives its permission to an account. An unknown setting does not forbid it here. */
export function isAllowed(state: State, setting: GroupSetting | undefined, personId: number): boolean {
  if (setting === undefined) return true;
  if (typeof setting === 'number') return isMember(state, setting, personId);
  return (
    setting.direct_members.includes(personId) ||
    setting.direct_subgroups.some((group) => isMember(state, group, personId))
  );
}

/** Whether the viewer may create public or private channels. */
export function mayCreateChannels(state: State, ownId: number): boolean {
  const settings = [
    state.realm_can_create_public_channel_group,
    state.realm_can_create_private_channel_group,
  ];
  return settings.some((setting) => isAllowed(state, setting, ownId));
}

interface MessageContext {
  readonly sender_id: number;
  readonly timestamp: number;
  readonly stream_id?: number | undefined;
  readonly type: string;
}

/** Whether a time limit of the organization, in seconds, has not passed. No value means no limit. */
function isWithin(limit: number | null | undefined, timestamp: number, now: number): boolean {
  return limit === null || limit === undefined || limit === 0 || now - timestamp < limit;
}

/** A channel that the viewer knows. */
export function channelOf(state: State, id: number | undefined) {
  const hasId = (channel: { readonly stream_id: number }) => channel.stream_id === id;
  return (
    state.subscriptions?.find(hasId) ?? state.unsubscribed?.find(hasId) ?? state.never_subscribed?.find(hasId)
  );
}

/** Whether the text may be edited; `now` in seconds. */
export function mayEdit(state: State, message: MessageContext, ownId: number, now: number): boolean {
  if (message.sender_id !== ownId || state.realm_allow_message_editing === false) return false;
  return isWithin(state.realm_message_content_edit_limit_seconds, message.timestamp, now);
}

/** Whether the message may be moved to another topic. */
export function mayMove(state: State, message: MessageContext, ownId: number, now: number): boolean {
  if (message.type !== 'stream') return false;
  const channel = channelOf(state, message.stream_id);
  const isGranted =
    isAllowed(state, state.realm_can_move_messages_between_topics_group, ownId) ||
    (channel !== undefined && isAllowed(state, channel.can_move_messages_within_channel_group, ownId));
  if (!isGranted) return false;
  const isUnlimited = state.is_admin === true || state.is_moderator === true;
  return (
    isUnlimited || isWithin(state.realm_move_messages_within_stream_limit_seconds, message.timestamp, now)
  );
}

export function mayDelete(state: State, message: MessageContext, ownId: number, now: number): boolean {
  const channel = channelOf(state, message.stream_id);
  if (isAllowed(state, state.realm_can_delete_any_message_group, ownId)) return true;
  if (channel && isAllowed(state, channel.can_delete_any_message_group, ownId)) return true;
  if (message.sender_id !== ownId) return false;
  const isGranted =
    isAllowed(state, state.realm_can_delete_own_message_group, ownId) ||
    (channel !== undefined && isAllowed(state, channel.can_delete_own_message_group, ownId));
  return isGranted && isWithin(state.realm_message_content_delete_limit_seconds, message.timestamp, now);
}

/** Whether the viewer may read a channel, subscribed or not. */
export function mayReadChannel(state: State, channelId: number, ownId: number): boolean {
  const channel = channelOf(state, channelId);
  if (!channel) return false;
  if (
    channel.is_web_public ||
    state.subscriptions?.some((subscription) => subscription.stream_id === channelId)
  )
    return true;
  if (state.is_guest === true) return false;
  return !channel.invite_only || maySubscribeTo(state, channel, ownId);
}

type PostedIn = NonNullable<ReturnType<typeof channelOf>>;

/** Whether the viewer may subscribe to a private channel without being added. */
export function maySubscribeTo(state: State, channel: Partial<PostedIn>, ownId: number): boolean {
  if (state.is_guest === true) return false;
  return (
    isAllowed(state, channel.can_subscribe_group, ownId) ||
    isAllowed(state, channel.can_add_subscribers_group, ownId)
  );
}

/** Whether the viewer may not post in a channel because they do not subscribe to it, whatever its permission says. */
export function mustSubscribe(
  state: State,
  channel: Pick<PostedIn, 'stream_id'> & Partial<PostedIn>,
  ownId: number,
): boolean {
  if (channel.is_web_public || (state.is_guest !== true && !channel.invite_only)) return false;
  if (state.subscriptions?.some(({ stream_id: id }) => id === channel.stream_id)) return false;
  return channel.history_public_to_subscribers !== true || !maySubscribeTo(state, channel, ownId);
}

/** Whether the viewer may send messages to a channel. */
export function mayPost(state: State, channelId: number, ownId: number): boolean {
  const channel = channelOf(state, channelId);
  return (
    channel !== undefined &&
    channel.is_archived !== true &&
    isAllowed(state, channel.can_send_message_group, ownId) &&
    !mustSubscribe(state, channel, ownId)
  );
}

/** Whether messages and topics may be pinned for everyone in a channel; without one, in direct messages. */
export function mayPin(state: State, channelId: number | undefined, ownId: number): boolean {
  const channel = channelOf(state, channelId);
  return (
    channel === undefined ||
    (isAllowed(state, channel.can_pin_messages_group, ownId) && mayPost(state, channel.stream_id, ownId))
  );
}

/** Whether the viewer may resolve topics. */
export function mayResolve(state: State, channelId: number, ownId: number): boolean {
  const channel = channelOf(state, channelId);
  return (
    isAllowed(state, state.realm_can_resolve_topics_group, ownId) ||
    (channel !== undefined && isAllowed(state, channel.can_resolve_topics_group, ownId))
  );
}
