// A channel's settings: the permissions, the viewer's own settings, and the choices for privacy.

import type { State, Subscription } from '../../client/state/state.ts';
import type { KnownChannel } from '../store/directory.ts';
import { isAllowed } from '../store/permissions.ts';

/** The permission settings of a channel. */
export const channelPermissions = [
  'can_send_message_group',
  'can_create_topic_group',
  'can_resolve_topics_group',
  'can_move_messages_within_channel_group',
  'can_move_messages_out_of_channel_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_pin_messages_group',
  'can_add_subscribers_group',
  'can_subscribe_group',
  'can_remove_subscribers_group',
  'can_administer_channel_group',
] as const;

/** The viewer's notification settings of a channel; null follows the account's settings. */
export const ownNotificationSettings = [
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const satisfies readonly (keyof Subscription)[];

/** Whether the viewer may change the channel's name, privacy and permissions. */
export function mayAdminister(state: State, channel: KnownChannel, ownId: number): boolean {
  return state.is_admin === true || isAllowed(state, channel.can_administer_channel_group, ownId);
}

/** Whether the viewer may subscribe others to the channel. */
export function mayAddSubscribers(state: State, channel: KnownChannel, ownId: number): boolean {
  return (
    isAllowed(state, state.realm_can_add_subscribers_group, ownId) ||
    isAllowed(state, channel.can_add_subscribers_group, ownId)
  );
}

export const privacySettings = {
  public: { is_private: false, is_web_public: false },
  private: { is_private: true, history_public_to_subscribers: true },
  privateProtected: { is_private: true, history_public_to_subscribers: false },
  webPublic: { is_private: false, is_web_public: true },
} as const;
export type Privacy = keyof typeof privacySettings;

export function privacyOf(channel: KnownChannel): Privacy {
  if (channel.is_web_public) return 'webPublic';
  if (!channel.invite_only) return 'public';
  return channel.history_public_to_subscribers ? 'private' : 'privateProtected';
}

/** The channel id in the rest of an address: `9/design/general`. */
export function channelIdOfSection(section: string): number | undefined {
  const [id = ''] = section.split('/');
  return /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}
