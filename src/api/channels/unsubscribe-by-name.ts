// Unsubscribes people from channels by name, within a unit of work.

import { unsubscribeAll } from '../../actions/subscriptions/unsubscribe.ts';
import {
  badRequest,
  channelNameDoesNotExist,
  insufficientPermission,
  noSuchUser,
} from '../../api-contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import { Role } from '../../model/accounts/roles.ts';
import { maySeeChannelMetadata } from '../../model/channels/channel-access.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { textKey } from '../../model/text-key.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { activeAccounts } from '../../stores/accounts/active-accounts.ts';
import {
  type ChannelWithMembership,
  channelMembershipsNow,
} from '../../stores/channel-access/channel-membership.ts';
import { requireUnsubscribePermission } from '../../stores/channel-access/subscribing-rules.ts';
import { channelsByName } from '../../stores/channels/channel-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { subscribersAmong } from '../../stores/subscriptions/subscription-store.ts';

export interface UnsubscribeRequest {
  readonly callerId: number;
  readonly principalIds: readonly number[];
  readonly names: readonly string[];
}

/** The result, as names of channels. */
export interface UnsubscribedByName {
  readonly removed: string[];
  /** Those that at least one person was not subscribed to. */
  readonly not_removed: string[];
}

/** The named channels that the caller, or one of the caller's bots, knows of, by the keys of their names. */
async function knownByName(
  writer: Writer,
  organization: Organization,
  { caller, people }: { readonly caller: Account; readonly people: readonly Account[] },
  names: readonly string[],
): Promise<Map<string, ChannelWithMembership>> {
  const existing = await channelsByName(writer, names.map(textKey));
  const visibleChannels = new Map<string, ChannelWithMembership>();
  const ownBots = people.filter(({ botOwnerId }) => botOwnerId === caller.id).map(({ id }) => id);
  for (const found of await channelMembershipsNow({ writer, organization, account: caller }, [
    ...existing.values(),
  ])) {
    const { id, name } = found.channel;
    const isKnown =
      maySeeChannelMetadata(found.channel, found.membership) ||
      (await subscribersAmong(writer, id, ownBots)).size > 0;
    if (isKnown) visibleChannels.set(textKey(name), found);
  }
  return visibleChannels;
}

/**
 * Unsubscribes people from channels.
 * @throws for unknown names, and if the caller may not unsubscribe others
 */
export async function unsubscribeByName(
  writer: Writer,
  request: UnsubscribeRequest,
): Promise<UnsubscribedByName> {
  const organization = await readOrganization(writer);
  const people = await activeAccounts(writer, request.principalIds);
  const [caller] = await activeAccounts(writer, [request.callerId]);
  if (!caller) throw noSuchUser();
  const isForOthers = people.some(({ id, botOwnerId }) => id !== caller.id && botOwnerId !== caller.id);
  if (isForOthers && caller.role === Role.guest) throw insufficientPermission();
  const knownChannels = await knownByName(writer, organization, { caller, people }, request.names);
  const [missing, ...others] = request.names.filter((name) => !knownChannels.has(textKey(name)));
  if (others.length > 0) throw badRequest(`Channel(s) (${[missing, ...others].join(', ')}) do not exist`);
  if (missing !== undefined) throw channelNameDoesNotExist(missing);
  const channels = [...knownChannels.values()].map(({ channel }) => channel);
  if (isForOthers)
    await requireUnsubscribePermission({ writer, organization, account: caller }, [
      ...knownChannels.values(),
    ]);
  const { removed } = await unsubscribeAll(writer, organization, people, channels);
  return {
    removed: channels.filter(({ id }) => removed.has(id)).map(({ name }) => name),
    not_removed: channels
      .filter(({ id }) => (removed.get(id)?.length ?? 0) < people.length)
      .map(({ name }) => name),
  };
}
