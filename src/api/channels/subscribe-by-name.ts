// Subscribing people to channels that are named, inside a unit of work: those that exist and can be had are taken,
// those that do not are made, and what is to be said of it is kept for after the unit.

import {
  acceptChannel,
  createChannel,
  takeChannelQuotas,
  type WantedChannel,
} from '../../actions/channels/creation.ts';
import { countOfOthers, type SubscribeResult, subscribeAll } from '../../actions/subscriptions/subscribe.ts';
import { type ApiError, badRequest, noSuchUser } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Account } from '../../model/accounts/account.ts';
import { mayKnowChannel, mayReadChannel } from '../../model/channels/access.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { serverConstants } from '../../model/organizations/server-constants.ts';
import type { Notice } from '../../model/pending-notices/notice.ts';
import { textKey } from '../../model/text-key.ts';
import type { Writer } from '../../storage/session.ts';
import { activeAccounts } from '../../stores/accounts/active.ts';
import type { Acting } from '../../stores/acting.ts';
import { type Standing, standingsNow } from '../../stores/channel-access/channel-relation.ts';
import { requireAddingRight } from '../../stores/channel-access/subscribing-rules.ts';
import { requireFolder } from '../../stores/channel-folders/channel-folder-rules.ts';
import { channelsByName } from '../../stores/channels/channel-store.ts';
import { noticesOfCreation, noticesOfSubscribing } from '../../stores/channels/notices-of-changes.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { keepNotices, type PendingNoticeRow } from '../../stores/pending-notices/pending-notice-store.ts';
import { takeQuota } from '../../stores/quotas/take-quota.ts';

/** A channel as a request names it; the description is for one that is made. */
export interface NamedChannel {
  readonly name: string;
  readonly description: string;
  readonly renderedDescription: string;
  readonly color: string | undefined;
}

/** The refusal for more channels than one request makes. */
export function tooManyNewChannels(): ApiError {
  return badRequest(`A request makes at most ${limits.newChannelsPerRequest} channels.`);
}

/** What a request to subscribe wants. */
export interface WantedSubscriptions {
  readonly callerId: number;
  /** Undefined: the caller alone. */
  readonly principalIds: readonly number[] | undefined;
  /** By the key of the name. */
  readonly named: ReadonlyMap<string, NamedChannel>;
  /** What the channels that are made are like. */
  readonly wanted: WantedChannel;
  /** Whether one channel that cannot be had refuses the whole request. */
  readonly areRefusalsFatal: boolean;
  /** Whether a new channel is announced. */
  readonly announce: boolean;
  /** Whether those whom the caller subscribes are told. */
  readonly tells: boolean;
  readonly organizationUrl: string;
}

/** What came of it. */
export interface SubscribedByName extends SubscribeResult {
  /** The names of the channels that the caller cannot have. */
  readonly unauthorized: readonly string[];
  readonly names: ReadonlyMap<number, string>;
  /** Whether those who were subscribed are told: not where they are very many. */
  readonly areTold: boolean;
  readonly kept: readonly PendingNoticeRow[];
}

/** Sorts the channels that exist by whether the caller may read them; some may be hidden altogether. */
async function sorted(
  acting: Acting,
  channels: readonly Channel[],
): Promise<{ open: Standing[]; closed: Channel[]; hasHidden: boolean }> {
  const open: Standing[] = [];
  const closed: Channel[] = [];
  let hasHidden = false;
  for (const one of await standingsNow(acting, channels)) {
    if (mayReadChannel(one.channel, one.standing)) open.push(one);
    else closed.push(one.channel);
    if (!mayKnowChannel(one.channel, one.standing)) hasHidden = true;
  }
  return { open, closed, hasHidden };
}

interface Places {
  readonly existing: readonly Channel[];
  readonly created: readonly Channel[];
  /** Those that the caller cannot have. */
  readonly closed: readonly Channel[];
}

/** Finds and makes the channels, after every check of what the caller may. */
async function placesFor(
  acting: Acting,
  people: readonly Account[],
  { named, wanted, areRefusalsFatal }: WantedSubscriptions,
): Promise<Places> {
  const { writer, organization, account: caller } = acting;
  const present = await channelsByName(writer, [...named.keys()]);
  const missing = [...named].filter(([key]) => !present.has(key)).map(([, one]) => one);
  if (missing.length > limits.newChannelsPerRequest) throw tooManyNewChannels();
  // Asked for even where every channel is there, so that an id of nothing is not taken in silence.
  if (wanted.folderId !== null) await requireFolder(writer, wanted.folderId);
  const { open, closed, hasHidden } = await sorted(acting, [...present.values()]);
  // Whoever may make no channels is told so alike of names that are free and of those that are hidden from them.
  const makes = missing.length > 0 || hasHidden;
  const accepted = makes ? await acceptChannel(acting, wanted) : undefined;
  const [refused] = closed;
  if (refused && areRefusalsFatal) throw badRequest(`Unable to access channel (${refused.name}).`);
  if (people.some(({ id }) => id !== caller.id)) {
    await requireAddingRight(acting, open);
  }
  if (accepted) await takeChannelQuotas(acting, accepted, missing.length);
  const created: Channel[] = [];
  for (const one of missing) {
    if (accepted)
      created.push(await createChannel(writer, organization, { ...accepted, ...one, creatorId: caller.id }));
  }
  return { existing: open.map(({ channel }) => channel), created, closed };
}

/** The colours that were asked for, by channel. */
function colorsOf(
  channels: readonly Channel[],
  named: ReadonlyMap<string, NamedChannel>,
): Map<number, string> {
  const colors = new Map<number, string>();
  for (const { id, name } of channels) {
    const color = named.get(textKey(name))?.color;
    if (color) colors.set(id, color);
  }
  return colors;
}

/**
 * Carries out a request to subscribe. Refuses a channel that cannot be had, if that is fatal, and what the caller may
 * not do: make such channels, add others to those that exist.
 */
export async function subscribeByName(
  writer: Writer,
  wanted: WantedSubscriptions,
): Promise<SubscribedByName> {
  const organization = await readOrganization(writer);
  const people = await activeAccounts(writer, wanted.principalIds ?? [wanted.callerId]);
  const [caller] = await activeAccounts(writer, [wanted.callerId]);
  if (!caller) throw noSuchUser();
  const acting = { writer, organization, account: caller };
  const { existing, created, closed } = await placesFor(acting, people, wanted);
  const channels = [...existing, ...created];
  const colors = colorsOf(channels, wanted.named);
  const result = await subscribeAll({ writer, organization }, people, channels, { colors });
  await takeQuota(acting, 'subscriptions', countOfOthers(result.added, caller.id));
  const names = new Map(channels.map((channel) => [channel.id, channel.name]));
  const areTold = wanted.tells && result.added.size <= serverConstants.max_bulk_new_subscription_messages;
  const notices: Notice[] = await noticesOfCreation(acting, created, wanted.announce);
  if (areTold) {
    const added = namesOfOlder(result.added, names, new Set(created.map((channel) => channel.id)));
    notices.push(...noticesOfSubscribing(caller, people, added));
  }
  const cause = { actorId: caller.id, organizationUrl: wanted.organizationUrl };
  const kept = await keepNotices(writer, cause, notices);
  return { ...result, names, unauthorized: closed.map(({ name }) => name), areTold, kept };
}

/** The names of the channels that were there before, by person. */
function namesOfOlder(
  lists: ReadonlyMap<number, readonly number[]>,
  names: ReadonlyMap<number, string>,
  madeNow: ReadonlySet<number>,
): Map<number, string[]> {
  return new Map(
    [...lists].map(([person, ids]) => [
      person,
      ids.filter((one) => !madeNow.has(one)).map((one) => names.get(one) ?? ''),
    ]),
  );
}
