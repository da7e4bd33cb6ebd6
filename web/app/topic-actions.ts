// Actions on a whole topic. The screen follows the resulting events.

import { TopicVisibility } from '../../client/state/topics.ts';
import type { Actions } from '../data/actions.ts';
import { reportError } from '../data/attempt.ts';
import type { Organization } from '../data/organization.ts';
import { isResolved, toggleResolved } from '../store/message.ts';
import { addressOf, type NarrowTarget, narrowOf } from '../store/narrow-targets.ts';

type Topic = Extract<NarrowTarget, { kind: 'topic' }>;

/** Follows a topic, or resets it to its channel's setting. */
export async function setFollowed(
  { client }: Organization,
  topic: Topic,
  isFollowed: boolean,
): Promise<void> {
  const visibility_policy = isFollowed ? TopicVisibility.followed : TopicVisibility.inherit;
  await client
    .call('update-user-topic', { stream_id: topic.channelId, topic: topic.topic, visibility_policy })
    .catch(reportError);
}

/** Resolves or reopens a topic, which renames it as a whole, and shows it. */
export async function setResolved(
  organization: Organization,
  { replace }: Actions,
  topic: Topic,
  isDone: boolean,
): Promise<void> {
  if (isResolved(topic.topic) === isDone) return;
  const { client } = organization;
  const from = location.href;
  const renamed = toggleResolved(topic.topic);
  const list = organization.messages.of(narrowOf(topic));
  try {
    const messageId = list.ranges.newest?.ids.at(-1) ?? (await list.open('newest'))?.messages.at(-1)?.id;
    if (messageId === undefined) return;
    await client.call('update-message', {
      message_id: messageId,
      topic: renamed,
      propagate_mode: 'change_all',
      send_notification_to_old_thread: false,
      send_notification_to_new_thread: true,
    });
    // Unless the user has gone elsewhere.
    if (location.href === from) replace(addressOf({ ...topic, topic: renamed }, organization.state));
  } catch (error) {
    reportError(error);
  }
}
