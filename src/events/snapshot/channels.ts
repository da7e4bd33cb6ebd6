// The channels in the snapshot: subscribed, formerly subscribed, and never subscribed ones; and lists about
// channels for the whole organization.

import { wireFolder } from '../../model/channel-folders/channel-folder.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { wireDefaultChannelGroup } from '../../model/default-channel-groups/default-channel-group.ts';
import { sharedChannelsJson } from '../../queries/channels/channels-json.ts';
import { weeklyTraffic } from '../../queries/channels/traffic.ts';
import {
  anonymousSubscriptions,
  seenChannels,
  sortedSubscriptions,
} from '../../queries/subscriptions/sorted-subscriptions.ts';
import { readFolders } from '../../stores/channel-folders/channel-folder-store.ts';
import { readDefaultGroups } from '../../stores/default-channel-groups/default-channel-group-store.ts';
import type { SnapshotRequest, SnapshotSection } from './section.ts';

/** Cached, because several sections use it. */
const seenBy = new WeakMap<SnapshotRequest, readonly Channel[]>();

function seenChannelsOf(request: SnapshotRequest): readonly Channel[] {
  const cached = seenBy.get(request);
  if (cached) return cached;
  const { state, account, subscriptions, options } = request;
  const includeArchived = options.capabilities.archived_channels;
  const visibleChannels = seenChannels(state, account, subscriptions, { includeArchived });
  seenBy.set(request, visibleChannels);
  return visibleChannels;
}

const subscriptions: SnapshotSection = {
  gates: ['subscription'],
  async fromDatabase(request, reader) {
    const { account, options, state } = request;
    const traffic = await weeklyTraffic(state, reader);
    const visibleChannels = seenChannelsOf(request);
    if (!account) {
      const webPublicSubscriptions = anonymousSubscriptions(state, visibleChannels, traffic);
      return { subscriptions: webPublicSubscriptions, unsubscribed: [], never_subscribed: [] };
    }
    const sorted = await sortedSubscriptions(reader, {
      account,
      state,
      visible: visibleChannels,
      traffic,
      includeSubscribers: options.includeSubscribers,
      isAtPosition: true,
      knowsInherited: options.capabilities.notification_settings_null,
    });
    return {
      subscriptions: sorted.subscriptions,
      unsubscribed: sorted.unsubscribed,
      never_subscribed: sorted.neverSubscribed,
    };
  },
};

const streams: SnapshotSection = {
  gates: ['stream'],
  async fromDatabase(request, reader) {
    const { state } = request;
    const traffic = await weeklyTraffic(state, reader);
    return { streams: sharedChannelsJson(state, seenChannelsOf(request), traffic) };
  },
};

const defaults: SnapshotSection = {
  gates: ['default_streams'],
  fromMemory({ state, account }) {
    const ids: number[] = [];
    for (const channel of state.channels.values()) {
      if (account && channel.isDefault && !channel.isArchived) ids.push(channel.id);
    }
    return { realm_default_streams: ids };
  },
};

const defaultGroups: SnapshotSection = {
  gates: ['default_stream_groups'],
  async fromDatabase({ account }, reader) {
    const groups = account ? await readDefaultGroups(reader) : [];
    return { realm_default_stream_groups: groups.map(wireDefaultChannelGroup) };
  },
};

const folders: SnapshotSection = {
  gates: ['channel_folders'],
  async fromDatabase(request, reader) {
    const all = await readFolders(reader);
    const seenFolderIds = new Set(seenChannelsOf(request).map(({ folderId }) => folderId));
    // Anonymous viewers see only folders that contain a channel they see.
    const visibleFolders = request.account ? all : all.filter((folder) => seenFolderIds.has(folder.id));
    return { channel_folders: visibleFolders.map(wireFolder) };
  },
};

export const channelSections: readonly SnapshotSection[] = [
  subscriptions,
  streams,
  defaults,
  defaultGroups,
  folders,
];
