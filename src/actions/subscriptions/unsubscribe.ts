// Unsubscribes people from channels: the rows and the events. Their unread messages there become read, and
// people who can no longer see a channel are sent its removal.

import { Role } from '../../model/accounts/roles.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { channelHidden } from '../../model/channels/channel-events.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { subscriptionsRemoved } from '../../model/subscriptions/subscription-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import type { UnitContext } from '../../stores/actor-context.ts';
import { canSeeUnsubscribed, channelAudienceWith } from '../../stores/channels/channel-audience.ts';
import {
  endPeriods,
  endSubscriptions,
  slices,
  subscriptionsAmong,
} from '../../stores/subscriptions/bulk-store.ts';
import { adjustSubscriberCount } from '../../stores/subscriptions/subscriber-count.ts';
import { auditSubscribers } from '../audit/subscribers.ts';
import { emitGuestVisibility, guestVisibilityBefore } from '../guests/visibility-events.ts';
import { removeLostConversations } from '../later-conversations/remove-lost.ts';
import { markChannelRead } from '../read-state/mark-read.ts';
import { emitPeers } from './peer-events.ts';
import { type Subscriber, unsubscribedViewersByChannel } from './subscribe.ts';

export interface UnsubscribeResult {
  /** The people removed from each channel. */
  readonly removed: ReadonlyMap<number, readonly Subscriber[]>;
}

/**
 * Ends subscriptions at the next log position and emits that. The caller checks permissions; the people are
 * active.
 */
export async function unsubscribeAll(
  writer: Writer,
  organization: Organization,
  people: readonly Subscriber[],
  channels: readonly Channel[],
): Promise<UnsubscribeResult> {
  const concerned = { accountIds: people.map(({ id }) => id), channelIds: channels.map(({ id }) => id) };
  const visibility = await guestVisibilityBefore(writer, organization, concerned);
  const existingRows = await subscriptionsAmong(writer, concerned.accountIds, concerned.channelIds);
  const removed = new Map<number, Subscriber[]>();
  const unsubscribed = new Map<number, number[]>();
  for (const channel of channels) {
    const leaving = people.filter(({ id }) => existingRows.get(channel.id)?.get(id)?.is_active === 1);
    if (leaving.length > 0) removed.set(channel.id, leaving);
    for (const { id } of leaving) unsubscribed.set(id, [...(unsubscribed.get(id) ?? []), channel.id]);
  }
  if (removed.size === 0) return { removed };
  for (const [accountId, channelIds] of unsubscribed) {
    for (const channelId of channelIds) await markChannelRead(writer, accountId, channelId);
  }
  await endRows(writer, removed);
  const changed = channels.filter(({ id }) => removed.has(id));
  await emitRemovals({ writer, organization }, changed, { removed, unsubscribed });
  for (const channel of changed) {
    const mayLose = channel.isPrivate || removed.get(channel.id)?.some(({ role }) => role === Role.guest);
    if (mayLose) await removeLostConversations(writer, { channelId: channel.id });
  }
  await emitGuestVisibility(writer, visibility);
  await auditSubscribers(writer, 'subscribers_removed', removed);
  return { removed };
}

/** Ends the subscriptions and their periods at the next log position. */
async function endRows(writer: Writer, removed: ReadonlyMap<number, readonly Subscriber[]>): Promise<void> {
  const sequence = writer.nextSequence();
  for (const [channelId, leaving] of removed) {
    const ids = leaving.map(({ id }) => id);
    await endSubscriptions(writer, channelId, ids);
    await endPeriods(writer, channelId, ids, sequence);
    await adjustSubscriberCount(writer, channelId, -ids.length);
  }
}

/**
 * Emits the removed subscriptions to the people themselves, the removal of channels that they can no longer
 * see, and the unsubscribed people to everyone else.
 */
async function emitRemovals(
  { writer, organization }: UnitContext,
  changed: readonly Channel[],
  {
    removed,
    unsubscribed,
  }: {
    readonly removed: ReadonlyMap<number, Subscriber[]>;
    readonly unsubscribed: ReadonlyMap<number, number[]>;
  },
): Promise<void> {
  const viewersByChannel = await unsubscribedViewersByChannel(writer, organization, changed);
  const names = Object.fromEntries(changed.map(({ id, name }) => [id, name]));
  const archivedIds = changed.filter((channel) => channel.isArchived).map(({ id }) => id);
  for (const slice of slices([...unsubscribed])) {
    writer.emit(subscriptionsRemoved({ people: Object.fromEntries(slice), names, archivedIds }));
  }
  for (const channel of changed) {
    const viewers = viewersByChannel.get(channel.id) ?? new Set<number>();
    const losing = (removed.get(channel.id) ?? []).filter(
      (person) => !canSeeUnsubscribed(channel, viewers, person),
    );
    if (losing.length > 0)
      writer.emit(channelHidden({ kind: 'accounts', ids: losing.map(({ id }) => id) }, channel));
  }
  emitPeers(writer, { op: 'peer_remove', channels: changed, people: removed }, (channel) =>
    channelAudienceWith(channel, viewersByChannel.get(channel.id) ?? new Set()),
  );
}
