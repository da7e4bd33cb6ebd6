// Who may change which settings of a channel, beyond being one of its administrators.

import { badRequest, insufficientPermission, invalidChannelId } from '../../api-contract/error.ts';
import { Role } from '../../model/accounts/roles.ts';
import type { Channel } from '../../model/channels/channel.ts';
import {
  type ChannelMembership,
  mayAdministerChannel,
  mayReadChannel,
} from '../../model/channels/channel-access.ts';
import type { ChannelGroupSetting } from '../../model/groups/permission-settings.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import type { ActorContext } from '../actor-context.ts';
import { hasPermission } from '../groups/organization-permissions.ts';

/**
 * Requires permission to administer the channel; does not reveal its existence to accounts that cannot read
 * it.
 */
export function checkMayAdminister(channel: Channel, membership: ChannelMembership): void {
  if (mayAdministerChannel(membership)) return;
  if (!mayReadChannel(channel, membership)) throw invalidChannelId();
  throw badRequest('You do not have permission to administer this channel.');
}

/** Requires that an administrator can read the channel. */
export function checkContentAccess(channel: Channel, membership: ChannelMembership): void {
  if (!mayReadChannel(channel, membership)) throw badRequest('Channel content access is required.');
}

/** Permissions that grant access to the channel; changing them requires content access. */
export const contentAccessSettings: readonly ChannelGroupSetting[] = [
  'can_add_subscribers_group',
  'can_subscribe_group',
];

const deleteSettings: readonly ChannelGroupSetting[] = [
  'can_delete_any_message_group',
  'can_delete_own_message_group',
];

/**
 * Requires the organization's permission to change who may delete messages; administrators always have it.
 */
export async function requireDeletePolicyPermission(
  acting: ActorContext,
  name: ChannelGroupSetting,
): Promise<void> {
  if (!deleteSettings.includes(name) || acting.account.role <= Role.administrator) return;
  const permission = 'can_set_delete_message_policy_group';
  if (!(await hasPermission(acting, permission))) throw insufficientPermission();
}

/** Requires the organization's permission to set a channel's topics policy; administrators always have it. */
export async function requireTopicsPolicyPermission(acting: ActorContext): Promise<void> {
  if (acting.account.role <= Role.administrator) return;
  const permission = 'can_set_topics_policy_group';
  if (!(await hasPermission(acting, permission))) throw insufficientPermission();
}

/** Whether the channel has messages in a topic with a name. */
export async function hasNamedTopics(reader: Reader, channelId: number): Promise<boolean> {
  const row = await reader.db
    .selectFrom('conversation')
    .select('id')
    .where('channel_id', '=', channelId)
    .where('topic_key', '<>', '')
    .where('last_message_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
