// What an inviter may promise whoever joins, by the tables of a unit of work: checked when the invitation is made, and
// asked again when somebody joins, since months may lie between and a link must not keep rights that its maker lost.

import { ApiError, badRequest } from '../../contract/error.ts';
import type { Writer } from '../../storage/session.ts';
import type { Account } from '../accounts/account.ts';
import { mayReadChannel } from '../channels/access.ts';
import { standingNow } from '../channels/standing.ts';
import { readChannels } from '../channels/store.ts';
import { groupToChange } from '../groups/access.ts';
import { groupDeactivated } from '../groups/permission-rules.ts';
import type { Organization } from '../organizations/organization.ts';
import { requireAddingRight, type Standing } from '../subscriptions/rules.ts';
import type { Terms } from './invitation.ts';
import { checkMayInviteAs, checkMayWelcome } from './rules.ts';

/** Channels that the inviter can read; anything else is named by its id. */
async function readable(
  writer: Writer,
  organization: Organization,
  inviter: Account,
  ids: readonly number[],
): Promise<Standing[]> {
  const channels = new Map((await readChannels(writer, ids)).map((channel) => [channel.id, channel]));
  const standings: Standing[] = [];
  for (const id of ids) {
    const channel = channels.get(id);
    const standing = channel && (await standingNow(writer, organization, inviter, channel, writer.now));
    if (!channel || channel.isArchived || !standing || !mayReadChannel(channel, standing)) {
      throw badRequest(`Invalid channel ID ${id}. No invites were sent.`);
    }
    standings.push({ channel, standing });
  }
  return standings;
}

async function checkChannels(
  writer: Writer,
  organization: Organization,
  inviter: Account,
  ids: readonly number[],
): Promise<void> {
  const standings = await readable(writer, organization, inviter, ids);
  const others = standings.filter(({ channel }) => !channel.isDefault);
  if (others.length === 0) return;
  try {
    await requireAddingRight(writer, organization, inviter, others);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw badRequest('You do not have permission to subscribe other users to channels.');
  }
}

async function checkGroup(
  writer: Writer,
  organization: Organization,
  inviter: Account,
  id: number,
): Promise<void> {
  const editor = { writer, organization, account: inviter };
  const group = await groupToChange(editor, id, 'can_add_members_group');
  if (group.isDeactivated) throw groupDeactivated();
}

/**
 * Refuses terms that the inviter may not offer.
 * @throws `Must be an organization owner`, `Must be an organization administrator`, `Invalid channel ID {id}. No
 * invites were sent.`, `You do not have permission to subscribe other users to channels.`, `Invalid user group`,
 * `Insufficient permission`
 */
export async function checkTerms(
  writer: Writer,
  organization: Organization,
  inviter: Account,
  terms: Terms,
): Promise<void> {
  checkMayInviteAs(inviter, terms.role);
  checkMayWelcome(inviter, terms.welcomeText);
  await checkChannels(writer, organization, inviter, terms.channelIds);
  for (const id of terms.groupIds) await checkGroup(writer, organization, inviter, id);
}

/** Those of some ids that a check does not refuse. */
async function passing(
  ids: readonly number[],
  check: (id: number) => Promise<void>,
): Promise<readonly number[]> {
  const passed: number[] = [];
  for (const id of ids) {
    try {
      await check(id);
      passed.push(id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }
  return passed;
}

/** The terms without the channels and groups that the inviter could not offer any more. */
export async function termsStillOffered(
  writer: Writer,
  organization: Organization,
  inviter: Account,
  terms: Terms,
): Promise<Terms> {
  return {
    ...terms,
    channelIds: await passing(terms.channelIds, (id) => checkChannels(writer, organization, inviter, [id])),
    groupIds: await passing(terms.groupIds, (id) => checkGroup(writer, organization, inviter, id)),
  };
}
