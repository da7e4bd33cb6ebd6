// Subscribes people to channels by name, within a unit of work. Channels that do not exist are created.
// Notices about it are stored, to be sent after the unit.

import {
  acceptChannel,
  createChannel,
  type RequestedChannel,
  takeChannelQuotas,
} from '../../actions/channels/creation.ts';
import { countOfOthers, type SubscribeResult, subscribeAll } from '../../actions/subscriptions/subscribe.ts';
import { type ApiError, badRequest, noSuchUser } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { mayReadChannel, maySeeChannelMetadata } from '../../model/channels/channel-access.ts';
import { serverConstants } from '../../model/organizations/server-constants.ts';
import type { Notice } from '../../model/pending-notices/notice.ts';
import { textKey } from '../../model/text-key.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { activeAccounts } from '../../stores/accounts/active-accounts.ts';
import type { ActorContext } from '../../stores/actor-context.ts';
import {
  type ChannelWithMembership,
  channelMembershipsNow,
} from '../../stores/channel-access/channel-membership.ts';
import { requireSubscribePermission } from '../../stores/channel-access/subscribing-rules.ts';
import { requireActiveFolder } from '../../stores/channel-folders/channel-folder-rules.ts';
import { channelCreationNotices, subscriptionNotices } from '../../stores/channels/channel-notices.ts';
import { channelsByName } from '../../stores/channels/channel-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { insertNotices, type PendingNoticeRow } from '../../stores/pending-notices/pending-notice-store.ts';
import { takeQuota } from '../../stores/quotas/take-quota.ts';

/** A channel in a request. The description is used if the channel is created. */
export interface NamedChannel {
  readonly name: string;
  readonly description: string;
  readonly renderedDescription: string;
  readonly color: string | undefined;
}

/** The error for more channels than one request can create. */
export function tooManyNewChannels(): ApiError {
  return badRequest(`A request can create at most ${limits.newChannelsPerRequest} channels.`);
}

export interface SubscribeRequest {
  readonly callerId: number;
  /** The accounts to subscribe; undefined for the caller alone. */
  readonly principalIds: readonly number[] | undefined;
  /** The named channels, by the key of their name. */
  readonly channelsByKey: ReadonlyMap<string, NamedChannel>;
  /** Properties of the channels that are created. */
  readonly newChannel: RequestedChannel;
  /** Whether one inaccessible channel makes the whole request fail. */
  readonly areErrorsFatal: boolean;
  /** Whether a new channel is announced. */
  readonly announce: boolean;
  /** Whether people are notified that the caller subscribed them. */
  readonly notifies: boolean;
  readonly organizationUrl: string;
}

export interface SubscribedByName extends SubscribeResult {
  /** The names of the channels that the caller cannot access. */
  readonly unauthorized: readonly string[];
  readonly names: ReadonlyMap<number, string>;
  /** Whether the subscribed people are notified: not if there are very many. */
  readonly areNotified: boolean;
  readonly pendingNotices: readonly PendingNoticeRow[];
}

/** Groups the existing channels by whether the caller may read them. The caller must not know of hidden ones. */
async function groupByAccess(
  acting: ActorContext,
  channels: readonly Channel[],
): Promise<{ open: ChannelWithMembership[]; closed: Channel[]; hasHidden: boolean }> {
  const openChannels: ChannelWithMembership[] = [];
  const closedChannels: Channel[] = [];
  let hasHidden = false;
  for (const found of await channelMembershipsNow(acting, channels)) {
    if (mayReadChannel(found.channel, found.membership)) openChannels.push(found);
    else closedChannels.push(found.channel);
    if (!maySeeChannelMetadata(found.channel, found.membership)) hasHidden = true;
  }
  return { open: openChannels, closed: closedChannels, hasHidden };
}

interface ResolvedChannels {
  readonly existing: readonly Channel[];
  readonly created: readonly Channel[];
  /** The channels that the caller cannot access. */
  readonly closed: readonly Channel[];
}

/** Finds and creates the channels, after checking the caller's permissions. */
async function resolveChannels(
  acting: ActorContext,
  people: readonly Account[],
  { channelsByKey, newChannel, areErrorsFatal }: SubscribeRequest,
): Promise<ResolvedChannels> {
  const { writer, organization, account: caller } = acting;
  const existingChannels = await channelsByName(writer, [...channelsByKey.keys()]);
  const missing = [...channelsByKey]
    .filter(([key]) => !existingChannels.has(key))
    .map(([, channel]) => channel);
  if (missing.length > limits.newChannelsPerRequest) throw tooManyNewChannels();
  // The folder is checked even if every channel exists, so that an unknown id is not silently accepted.
  if (newChannel.folderId !== null) await requireActiveFolder(writer, newChannel.folderId);
  const { open, closed, hasHidden } = await groupByAccess(acting, [...existingChannels.values()]);
  // Callers who may not create channels get the same error for unused names and for names hidden from them.
  const mayCreate = missing.length > 0 || hasHidden;
  const acceptedSettings = mayCreate ? await acceptChannel(acting, newChannel) : undefined;
  const [inaccessible] = closed;
  if (inaccessible && areErrorsFatal) throw badRequest(`Unable to access channel (${inaccessible.name}).`);
  if (people.some(({ id }) => id !== caller.id)) {
    await requireSubscribePermission(acting, open);
  }
  if (acceptedSettings) await takeChannelQuotas(acting, acceptedSettings, missing.length);
  const createdChannels: Channel[] = [];
  for (const channel of missing) {
    if (acceptedSettings)
      createdChannels.push(
        await createChannel(writer, organization, { ...acceptedSettings, ...channel, creatorId: caller.id }),
      );
  }
  return { existing: open.map(({ channel }) => channel), created: createdChannels, closed };
}

/** The requested colors, by channel. */
function colorsOf(
  channels: readonly Channel[],
  channelsByKey: ReadonlyMap<string, NamedChannel>,
): Map<number, string> {
  const colors = new Map<number, string>();
  for (const { id, name } of channels) {
    const color = channelsByKey.get(textKey(name))?.color;
    if (color) colors.set(id, color);
  }
  return colors;
}

/**
 * Carries out a request to subscribe.
 * @throws if a channel is inaccessible and that is fatal, or if the caller may not create such channels or
 * add others to existing ones
 */
export async function subscribeByName(writer: Writer, request: SubscribeRequest): Promise<SubscribedByName> {
  const organization = await readOrganization(writer);
  const people = await activeAccounts(writer, request.principalIds ?? [request.callerId]);
  const [caller] = await activeAccounts(writer, [request.callerId]);
  if (!caller) throw noSuchUser();
  const acting = { writer, organization, account: caller };
  const { existing, created, closed } = await resolveChannels(acting, people, request);
  const channels = [...existing, ...created];
  const colors = colorsOf(channels, request.channelsByKey);
  const result = await subscribeAll({ writer, organization }, people, channels, { colors });
  await takeQuota(acting, 'subscriptions', countOfOthers(result.added, caller.id));
  const names = new Map(channels.map((channel) => [channel.id, channel.name]));
  const areNotified =
    request.notifies && result.added.size <= serverConstants.max_bulk_new_subscription_messages;
  const notices: Notice[] = await channelCreationNotices(acting, created, request.announce);
  if (areNotified) {
    const added = existingChannelNames(result.added, names, new Set(created.map((channel) => channel.id)));
    notices.push(...subscriptionNotices(caller, people, added));
  }
  const cause = { actorId: caller.id, organizationUrl: request.organizationUrl };
  const pendingNotices = await insertNotices(writer, cause, notices);
  return {
    ...result,
    names,
    unauthorized: closed.map(({ name }) => name),
    areNotified,
    pendingNotices,
  };
}

/** The names of the channels that existed before, by person. */
function existingChannelNames(
  channelIds: ReadonlyMap<number, readonly number[]>,
  names: ReadonlyMap<number, string>,
  createdIds: ReadonlySet<number>,
): Map<number, string[]> {
  return new Map(
    [...channelIds].map(([person, ids]) => [
      person,
      ids.filter((id) => !createdIds.has(id)).map((id) => names.get(id) ?? ''),
    ]),
  );
}
