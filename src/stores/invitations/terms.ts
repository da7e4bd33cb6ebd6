// What an inviter may promise whoever joins, by the tables of a unit of work: checked when the invitation is made, and
// asked again when somebody joins, since months may lie between and a link must not keep rights that its maker lost.
// What is offered is looked at together: the cost does not grow with the number of channels and groups.

import { badRequest, insufficientPermission, invalidGroup } from '../../api-contract/error.ts';
import { mayReadChannel } from '../../model/channels/access.ts';
import type { UserGroup } from '../../model/groups/group.ts';
import { groupDeactivated } from '../../model/groups/permission-rules.ts';
import type { Terms } from '../../model/invitations/invitation.ts';
import { checkMayInviteAs, checkMayWelcome } from '../../model/invitations/invitation-rules.ts';
import type { Acting } from '../acting.ts';
import { type Standing, standingsNow } from '../channel-access/channel-relation.ts';
import { addableAmong } from '../channel-access/subscribing-rules.ts';
import { readChannels } from '../channels/channel-store.ts';
import { groupsToChange } from '../groups/access.ts';
import { groupsWithIds } from '../groups/group-store.ts';

/** Those of some channels that the inviter can read, by id. */
async function readable(acting: Acting, ids: readonly number[]): Promise<ReadonlyMap<number, Standing>> {
  if (ids.length === 0) return new Map();
  const channels = (await readChannels(acting.writer, ids)).filter(({ isArchived }) => !isArchived);
  const standings = await standingsNow(acting, channels);
  return new Map(
    standings
      .filter(({ channel, standing }) => mayReadChannel(channel, standing))
      .map((one) => [one.channel.id, one]),
  );
}

/** Those of some readable channels that the inviter may promise: the default ones, and where they may add others. */
async function promisable(
  acting: Acting,
  standings: ReadonlyMap<number, Standing>,
): Promise<ReadonlySet<number>> {
  const all = [...standings.values()];
  const others = all.filter(({ channel }) => !channel.isDefault);
  const addable = await addableAmong(acting, others);
  return new Set([
    ...all.filter(({ channel }) => channel.isDefault).map(({ channel }) => channel.id),
    ...addable,
  ]);
}

interface OfferedGroups {
  readonly groups: ReadonlyMap<number, UserGroup>;
  /** The ids of those that the inviter may put people into. */
  readonly open: ReadonlySet<number>;
}

async function offeredGroups(acting: Acting, ids: readonly number[]): Promise<OfferedGroups> {
  const groups = await groupsWithIds(acting.writer, ids);
  const open = await groupsToChange(acting, [...groups.values()], 'can_add_members_group');
  return { groups, open };
}

async function checkChannels(acting: Acting, ids: readonly number[]): Promise<void> {
  const standings = await readable(acting, ids);
  const unknown = ids.find((id) => !standings.has(id));
  if (unknown !== undefined) throw badRequest(`Invalid channel ID ${unknown}. No invites were sent.`);
  const allowed = await promisable(acting, standings);
  if (ids.some((id) => !allowed.has(id))) {
    throw badRequest('You do not have permission to subscribe other users to channels.');
  }
}

async function checkGroups(acting: Acting, ids: readonly number[]): Promise<void> {
  const { groups, open } = await offeredGroups(acting, ids);
  for (const id of ids) {
    const group = groups.get(id);
    if (!group) throw invalidGroup();
    if (!open.has(id)) throw insufficientPermission();
    if (group.isDeactivated) throw groupDeactivated();
  }
}

/**
 * Refuses terms that the inviter may not offer.
 * @throws `Must be an organization owner`, `Must be an organization administrator`, `Invalid channel ID {id}. No
 * invites were sent.`, `You do not have permission to subscribe other users to channels.`, `Invalid user group`,
 * `Insufficient permission`
 */
export async function checkTerms(acting: Acting, terms: Terms): Promise<void> {
  checkMayInviteAs(acting.account, terms.role);
  checkMayWelcome(acting.account, terms.welcomeText);
  await checkChannels(acting, terms.channelIds);
  await checkGroups(acting, terms.groupIds);
}

/** The terms without the channels and groups that the inviter could not offer any more. */
export async function termsStillOffered(acting: Acting, terms: Terms): Promise<Terms> {
  const standings = await readable(acting, terms.channelIds);
  const allowed = await promisable(acting, standings);
  const { groups, open } = await offeredGroups(acting, terms.groupIds);
  return {
    ...terms,
    channelIds: terms.channelIds.filter((id) => allowed.has(id)),
    groupIds: terms.groupIds.filter((id) => open.has(id) && groups.get(id)?.isDeactivated === false),
  };
}
