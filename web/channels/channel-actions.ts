// What one does with channels and topics. The screen follows the events that come of it; what is refused is said.

import { TopicVisibility } from '../../client/state/topics.ts';
import { attempt } from '../link/attempt.ts';
import { sayRead } from '../link/flag-changes.ts';
import type { Organization } from '../link/organization.ts';
import { unreadIds } from '../messages/unread-ids.ts';

export interface Topic {
  readonly channelId: number;
  readonly topic: string;
}

export async function subscribe({ client }: Organization, name: string): Promise<boolean> {
  return (await attempt(client.call('subscribe', { subscriptions: [{ name }] }))) !== undefined;
}

export async function unsubscribe({ client }: Organization, name: string): Promise<boolean> {
  return (await attempt(client.call('unsubscribe', { subscriptions: [name] }))) !== undefined;
}

export async function setChannelMuted(
  { client }: Organization,
  channelId: number,
  isMuted: boolean,
): Promise<void> {
  const change = { stream_id: channelId, property: 'is_muted', value: isMuted } as const;
  await attempt(client.call('update-subscription-settings', { subscription_data: [change] }));
}

export async function setChannelPinned(
  { client }: Organization,
  channelId: number,
  isPinned: boolean,
): Promise<void> {
  const change = { stream_id: channelId, property: 'pin_to_top', value: isPinned } as const;
  await attempt(client.call('update-subscription-settings', { subscription_data: [change] }));
}

export async function setChannelColor(
  { client }: Organization,
  channelId: number,
  color: string,
): Promise<void> {
  const change = { stream_id: channelId, property: 'color', value: color } as const;
  await attempt(client.call('update-subscription-settings', { subscription_data: [change] }));
}

export async function markChannelRead(organization: Organization, channelId: number): Promise<void> {
  const { client, state } = organization;
  const ids = unreadIds(state, { kind: 'channel', channelId });
  const answer = await attempt(client.call('mark-stream-as-read', { stream_id: channelId }));
  if (answer) sayRead(organization, ids);
}

export async function markTopicRead(organization: Organization, { channelId, topic }: Topic): Promise<void> {
  const { client, state } = organization;
  const ids = unreadIds(state, { kind: 'topic', channelId, topic });
  const answer = await attempt(
    client.call('mark-topic-as-read', { stream_id: channelId, topic_name: topic }),
  );
  if (answer) sayRead(organization, ids);
}

/** Mutes, unmutes or follows a topic; the same again leaves it to its channel. */
export async function setTopicPolicy(
  { client }: Organization,
  { channelId, topic }: Topic,
  policy: keyof typeof TopicVisibility,
): Promise<void> {
  const visibility_policy = TopicVisibility[policy];
  await attempt(client.call('update-user-topic', { stream_id: channelId, topic, visibility_policy }));
}
