// Checks what an inviter may offer to people who join, from the tables of a unit of work. The terms are checked when
// the invitation is made and again when someone joins, because the inviter may lose permissions in between. All
// channels and groups are checked together, so the number of statements does not grow with their number.

import { badRequest, insufficientPermission, invalidGroup } from '../../api-contract/error.ts';
import { mayReadChannel } from '../../model/channels/channel-access.ts';
import { groupDeactivated } from '../../model/groups/permission-rules.ts';
import type { UserGroup } from '../../model/groups/user-group.ts';
import type { InvitationTerms } from '../../model/invitations/invitation.ts';
import { checkMayInviteAs, checkMaySetWelcomeText } from '../../model/invitations/invitation-rules.ts';
import type { ActorContext } from '../actor-context.ts';
import { type ChannelWithMembership, channelMembershipsNow } from '../channel-access/channel-membership.ts';
import { addableAmong } from '../channel-access/subscribing-rules.ts';
import { readChannels } from '../channels/channel-store.ts';
import { groupsToChange } from '../groups/group-editor.ts';
import { groupsWithIds } from '../groups/group-store.ts';

/** The channels that the inviter can read, by id. */
async function readableAmong(
  acting: ActorContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ChannelWithMembership>> {
  if (ids.length === 0) return new Map();
  const channels = (await readChannels(acting.writer, ids)).filter(({ isArchived }) => !isArchived);
  const memberships = await channelMembershipsNow(acting, channels);
  return new Map(
    memberships
      .filter(({ channel, membership }) => mayReadChannel(channel, membership))
      .map((found) => [found.channel.id, found]),
  );
}

/**
 * The ids of the readable channels that the inviter may offer: default channels, and those to which the
 * inviter may subscribe others.
 */
async function offerableAmong(
  acting: ActorContext,
  memberships: ReadonlyMap<number, ChannelWithMembership>,
): Promise<ReadonlySet<number>> {
  const all = [...memberships.values()];
  const others = all.filter(({ channel }) => !channel.isDefault);
  const addable = await addableAmong(acting, others);
  return new Set([
    ...all.filter(({ channel }) => channel.isDefault).map(({ channel }) => channel.id),
    ...addable,
  ]);
}

interface OfferedGroups {
  readonly groups: ReadonlyMap<number, UserGroup>;
  /** The ids of groups that the inviter may add members to. */
  readonly addable: ReadonlySet<number>;
}

async function offeredGroups(acting: ActorContext, ids: readonly number[]): Promise<OfferedGroups> {
  const groups = await groupsWithIds(acting.writer, ids);
  const addable = await groupsToChange(acting, [...groups.values()], 'can_add_members_group');
  return { groups, addable };
}

async function checkChannels(acting: ActorContext, ids: readonly number[]): Promise<void> {
  const memberships = await readableAmong(acting, ids);
  const unknown = ids.find((id) => !memberships.has(id));
  if (unknown !== undefined) throw badRequest(`Invalid channel ID ${unknown}. No invites were sent.`);
  const allowed = await offerableAmong(acting, memberships);
  if (ids.some((id) => !allowed.has(id))) {
    throw badRequest('You do not have permission to subscribe other users to channels.');
  }
}

async function checkGroups(acting: ActorContext, ids: readonly number[]): Promise<void> {
  const { groups, addable } = await offeredGroups(acting, ids);
  for (const id of ids) {
    const group = groups.get(id);
    if (!group) throw invalidGroup();
    if (!addable.has(id)) throw insufficientPermission();
    if (group.isDeactivated) throw groupDeactivated();
  }
}

/**
 * Checks that the inviter may offer the terms.
 * @throws `Must be an organization owner`, `Must be an organization administrator`, `Invalid channel ID {id}.
 * No invites were sent.`, `You do not have permission to subscribe other users to channels.`,
 * `Invalid user group`, `Insufficient permission`
 */
export async function checkTerms(acting: ActorContext, terms: InvitationTerms): Promise<void> {
  checkMayInviteAs(acting.account, terms.role);
  checkMaySetWelcomeText(acting.account, terms.welcomeText);
  await checkChannels(acting, terms.channelIds);
  await checkGroups(acting, terms.groupIds);
}

/** The terms without channels and groups that the inviter may no longer offer. */
export async function termsStillOffered(
  acting: ActorContext,
  terms: InvitationTerms,
): Promise<InvitationTerms> {
  const memberships = await readableAmong(acting, terms.channelIds);
  const allowed = await offerableAmong(acting, memberships);
  const { groups, addable } = await offeredGroups(acting, terms.groupIds);
  return {
    ...terms,
    channelIds: terms.channelIds.filter((id) => allowed.has(id)),
    groupIds: terms.groupIds.filter((id) => addable.has(id) && groups.get(id)?.isDeactivated === false),
  };
}
