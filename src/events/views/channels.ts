// Views of channel and subscription events: without archived channels for clients that do not support them,
// with the viewer's own settings, and with subscriber lists for clients that keep them.

import { extraOf, type LogEntry } from '../../api-contract/event.ts';
import { Role } from '../../model/accounts/roles.ts';
import type { ChannelEventExtra, channelEvent } from '../../model/channels/channel-events.ts';
import type { WireChannel } from '../../model/channels/wire-channel.ts';
import { personalFields } from '../../model/subscriptions/personal-subscription.ts';
import type {
  PeersChangedExtra,
  SubscriptionsAddedExtra,
  SubscriptionsRemovedExtra,
  subscriptionEvent,
} from '../../model/subscriptions/subscription-events.ts';
import { coversPosition } from '../../model/subscriptions/subscription-periods.ts';
import { weeklyAverage, weeklyTrafficInMemory } from '../../queries/channels/traffic.ts';
import type { Viewer } from '../viewer.ts';
import type { CompletingViewOf, Fields, ViewOf, ViewResult } from './event-view.ts';

function withTraffic(viewer: Viewer, channel: WireChannel): Fields {
  const subject = { id: channel.stream_id, createdAt: Number(channel.date_created) };
  return { ...channel, stream_weekly_traffic: weeklyAverage(subject, weeklyTrafficInMemory(viewer.state)) };
}

export const channelView: ViewOf<typeof channelEvent> = (entry, viewer) => {
  const extra = extraOf<ChannelEventExtra>(entry);
  const isUnaware = extra.isArchived === true && !viewer.options.capabilities.archived_channels;
  const fields = isUnaware ? extra.whenUnaware : entry.payload;
  if (fields?.op !== 'create') return fields;
  return {
    ...fields,
    streams: fields.streams.map((channel) => withTraffic(viewer, channel)),
  };
};

function withoutHiddenArchived(
  ids: readonly number[],
  archivedIds: readonly number[] | undefined,
  viewer: Viewer,
): number[] {
  const hidden = viewer.options.capabilities.archived_channels ? [] : (archivedIds ?? []);
  return ids.filter((id) => !hidden.includes(id));
}

function addedView(extra: SubscriptionsAddedExtra, viewer: Viewer): ViewResult {
  const { capabilities, includeSubscribers } = viewer.options;
  if (extra.onlyUnaware === true && capabilities.archived_channels) return undefined;
  const viewerRows = extra.people[viewer.account.id] ?? [];
  const channels = new Map(extra.channels.map((channel) => [channel.stream_id, channel]));
  const archived = extra.channels.filter((channel) => channel.is_archived === true);
  const listedIds = withoutHiddenArchived(
    viewerRows.map((row) => row.channel_id),
    archived.map((channel) => channel.stream_id),
    viewer,
  );
  const subscriptions = viewerRows.flatMap((row) => {
    const channel = channels.get(row.channel_id);
    if (!channel || !listedIds.includes(row.channel_id)) return [];
    const subscribers = extra.subscribers[row.channel_id];
    return {
      ...withTraffic(viewer, channel),
      ...personalFields(row, capabilities.notification_settings_null ? undefined : viewer.account.settings),
      ...(includeSubscribers !== 'false' && subscribers && { subscribers }),
    };
  });
  return subscriptions.length === 0 ? undefined : { op: 'add', subscriptions };
}

function removedView(extra: SubscriptionsRemovedExtra, viewer: Viewer): ViewResult {
  const viewerChannelIds = extra.people[viewer.account.id] ?? [];
  const listedIds = withoutHiddenArchived(viewerChannelIds, extra.archivedIds, viewer);
  const subscriptions = listedIds.map((id) => ({ name: extra.names[id], stream_id: id }));
  return subscriptions.length === 0 ? undefined : { op: 'remove', subscriptions };
}

/** Guests receive only the channels that they can see. */
function peersView(
  entry: LogEntry,
  streamIds: readonly number[],
  extra: PeersChangedExtra,
  viewer: Viewer,
): ViewResult {
  if (extra.onlyForLists === true && viewer.options.includeSubscribers === 'false') return undefined;
  const isGuest = viewer.state.roleAt(viewer.account, entry.sequence) === Role.guest;
  const ids = withoutHiddenArchived(streamIds, extra.archivedIds, viewer).filter(
    (id) =>
      !isGuest ||
      extra.openToGuests.includes(id) ||
      coversPosition(viewer.subscriptions.get(id), entry.sequence),
  );
  return ids.length === 0 ? undefined : { ...entry.payload, stream_ids: ids };
}

export const subscriptionView: CompletingViewOf<typeof subscriptionEvent> = (entry, viewer) => {
  const { payload } = entry;
  switch (payload.op) {
    case 'add':
      return addedView(extraOf<SubscriptionsAddedExtra>(entry), viewer);
    case 'remove':
      return removedView(extraOf<SubscriptionsRemovedExtra>(entry), viewer);
    case 'peer_add':
    case 'peer_remove':
      return peersView(entry, payload.stream_ids ?? [], extraOf<PeersChangedExtra>(entry), viewer);
    case 'update':
      return entry.extra?.isArchived === true && !viewer.options.capabilities.archived_channels
        ? undefined
        : entry.payload;
    default:
      return entry.payload;
  }
};
