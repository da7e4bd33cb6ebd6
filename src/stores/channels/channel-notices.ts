// The notices that a change of channels requires, decided in the unit of work that makes the change.

import type { Account } from '../../model/accounts/account.ts';
import type { Channel } from '../../model/channels/channel.ts';
import {
  CHANNEL_EVENTS_TOPIC,
  channelCreatedNotice,
  channelRenamedNotice,
  channelsCreatedNotice,
  descriptionChangedNotice,
  NEW_CHANNELS_TOPIC,
  privacyChangedNotice,
  subscribedNotice,
  unarchivedNotice,
} from '../../model/channels/channel-notices.ts';
import { isSamePrivacy } from '../../model/channels/channel-privacy.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Notice } from '../../model/pending-notices/notice.ts';
import type { ActorContext } from '../actor-context.ts';
import { channelById } from './channel-store.ts';

/** A notice in a channel; in the empty topic if the channel allows no other. */
export function channelNotice(channel: Channel, topic: string, text: string): Notice {
  const noticeTopic = channel.topicsPolicy === 'empty_topic_only' ? '' : topic;
  return { to: { channelId: channel.id, topic: noticeTopic }, text };
}

/**
 * Notices for people whom the actor subscribed: one message per person, regardless of the number of channels.
 */
export function subscriptionNotices(
  actor: Account,
  people: readonly Account[],
  added: ReadonlyMap<number, readonly string[]>,
): Notice[] {
  const byText = new Map<string, number[]>();
  for (const { id, isBot } of people) {
    const names = added.get(id) ?? [];
    if (isBot || id === actor.id || names.length === 0) continue;
    const text = subscribedNotice(actor, names);
    const ids = byText.get(text);
    if (ids) ids.push(id);
    else byText.set(text, [id]);
  }
  return [...byText].map(([text, recipientIds]) => ({ to: { recipientIds }, text }));
}

/**
 * Notices of new channels: one in each channel if the organization wants them, and the announcement if
 * requested.
 */
export async function channelCreationNotices(
  { writer, organization: { settings }, account: actor }: ActorContext,
  channels: readonly Channel[],
  announce: boolean,
): Promise<Notice[]> {
  if (channels.length === 0) return [];
  const notices: Notice[] = [];
  const announcementChannel = announce
    ? await channelById(writer, settings.new_stream_announcements_stream_id)
    : undefined;
  if (announcementChannel && !announcementChannel.isArchived) {
    const names = channels.map(({ name }) => name);
    notices.push(channelNotice(announcementChannel, NEW_CHANNELS_TOPIC, channelsCreatedNotice(actor, names)));
  }
  if (!settings.send_channel_events_messages) return notices;
  for (const channel of channels)
    notices.push(channelNotice(channel, CHANNEL_EVENTS_TOPIC, channelCreatedNotice(actor, channel)));
  return notices;
}

/** Notices in a channel about its changes, if the organization wants them. */
export function channelChangeNotices(
  { settings }: Organization,
  actor: Account,
  before: Channel,
  after: Channel,
): Notice[] {
  if (!settings.send_channel_events_messages || after.isArchived) return [];
  const texts: string[] = [];
  if (before.isArchived) texts.push(unarchivedNotice(after.name));
  if (before.name !== after.name) texts.push(channelRenamedNotice(actor, before.name, after.name));
  if (before.description !== after.description)
    texts.push(descriptionChangedNotice(actor, before.description, after.description));
  if (!isSamePrivacy(before, after)) texts.push(privacyChangedNotice(actor, before, after));
  return texts.map((text) => channelNotice(after, CHANNEL_EVENTS_TOPIC, text));
}
