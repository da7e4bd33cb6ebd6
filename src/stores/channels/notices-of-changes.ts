// Which notices a change of channels calls for, decided in the unit of work that makes it.

import type { Account } from '../../model/accounts/account.ts';
import type { Channel } from '../../model/channels/channel.ts';
import {
  CHANNEL_EVENTS_TOPIC,
  createdChannels,
  createdThis,
  describedThis,
  NEW_CHANNELS_TOPIC,
  openedThis,
  renamedThis,
  subscribedYou,
  unarchivedThis,
} from '../../model/channels/notices.ts';
import { isSamePrivacy } from '../../model/channels/privacy.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Notice } from '../../model/pending-notices/notice.ts';
import type { Acting } from '../acting.ts';
import { channelById } from './channel-store.ts';

/** A notice in a channel, in its only topic where it has no others. */
export function noticeIn(channel: Channel, topic: string, text: string): Notice {
  const place = channel.topicsPolicy === 'empty_topic_only' ? '' : topic;
  return { to: { channelId: channel.id, topic: place }, text };
}

/** For people who were subscribed by somebody else: one message each, however many channels it were. */
export function noticesOfSubscribing(
  who: Account,
  people: readonly Account[],
  added: ReadonlyMap<number, readonly string[]>,
): Notice[] {
  const byText = new Map<string, number[]>();
  for (const { id, isBot } of people) {
    const names = added.get(id) ?? [];
    if (isBot || id === who.id || names.length === 0) continue;
    const text = subscribedYou(who, names);
    const present = byText.get(text);
    if (present) present.push(id);
    else byText.set(text, [id]);
  }
  return [...byText].map(([text, recipientIds]) => ({ to: { recipientIds }, text }));
}

/** In each new channel who made it, where the organization wants that; and the announcement where it is asked for. */
export async function noticesOfCreation(
  { writer, organization: { settings }, account: who }: Acting,
  channels: readonly Channel[],
  announce: boolean,
): Promise<Notice[]> {
  if (channels.length === 0) return [];
  const notices: Notice[] = [];
  const news = announce ? await channelById(writer, settings.new_stream_announcements_stream_id) : undefined;
  if (news && !news.isArchived) {
    const names = channels.map(({ name }) => name);
    notices.push(noticeIn(news, NEW_CHANNELS_TOPIC, createdChannels(who, names)));
  }
  if (!settings.send_channel_events_messages) return notices;
  for (const channel of channels)
    notices.push(noticeIn(channel, CHANNEL_EVENTS_TOPIC, createdThis(who, channel)));
  return notices;
}

/** What somebody changed of a channel, said in it where the organization wants that. */
export function noticesOfChange(
  { settings }: Organization,
  who: Account,
  before: Channel,
  after: Channel,
): Notice[] {
  if (!settings.send_channel_events_messages || after.isArchived) return [];
  const texts: string[] = [];
  if (before.isArchived) texts.push(unarchivedThis(after.name));
  if (before.name !== after.name) texts.push(renamedThis(who, before.name, after.name));
  if (before.description !== after.description)
    texts.push(describedThis(who, before.description, after.description));
  if (!isSamePrivacy(before, after)) texts.push(openedThis(who, before, after));
  return texts.map((text) => noticeIn(after, CHANNEL_EVENTS_TOPIC, text));
}
