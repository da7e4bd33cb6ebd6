// What Notification Bot says in the topics that messages were moved between, and where a topic was resolved.

import { channelUrl, messageUrl, topicUrl } from '../../markdown/narrow-url.ts';
import type { Account } from '../accounts/account.ts';
import type { Channel } from '../channels/channel.ts';
import type { Notice } from '../pending-notices/notice.ts';
import type { MovePlan } from './planned-move.ts';
import { EMPTY_TOPIC_DISPLAY_NAME } from './topic.ts';

/** Which of the notices a request wants. */
export interface WantedNotices {
  readonly inOldTopic: boolean;
  readonly inNewTopic: boolean;
}

/** Characters that a channel or topic link in its own syntax cannot hold. */
const UNLINKABLE = /[`>*&[\]]|\$\$/;

function topicLink(channel: Channel, topic: string): string {
  const shown = topic === '' ? EMPTY_TOPIC_DISPLAY_NAME : topic;
  if (!UNLINKABLE.test(channel.name) && !UNLINKABLE.test(topic)) return `#**${channel.name}>${topic}**`;
  const escaped = `#${channel.name} > ${shown}`.replace(
    /[[\]`*_&]/g,
    (character) => `&#${character.charCodeAt(0)};`,
  );
  return `[${escaped}](${topicUrl(channel, topic)})`;
}

function personLink(account: Pick<Account, 'id' | 'fullName'>): string {
  return `@_**${account.fullName}|${account.id}**`;
}

/** The notices that a move calls for. */
export function noticesOf(
  plan: MovePlan,
  actor: Pick<Account, 'id' | 'fullName'>,
  wanted: WantedNotices,
): Notice[] {
  const { from, to, messages, resolution } = plan;
  const changesChannel = from.channel.id !== to.channel.id;
  const user = personLink(actor);
  const inNew = { channelId: to.channel.id, topic: to.topic };
  if (resolution && !changesChannel) {
    if (!plan.isWhole) return [];
    const text = `${user} has marked this topic as ${resolution}d.`;
    return [{ to: inNew, text, kind: 'resolution' }];
  }
  const notices: Notice[] = [];
  const count = messages.length;
  const [first] = messages;
  if (wanted.inOldTopic) {
    const place = topicLink(to.channel, to.topic);
    const what = plan.isWhole
      ? `This topic was moved to ${place} by ${user}.`
      : count === 1
        ? `A message was moved from this topic to ${place} by ${user}.`
        : `${count} messages were moved from this topic to ${place} by ${user}.`;
    const inOld = { channelId: from.channel.id, topic: from.conversation.topic_name };
    notices.push({ to: inOld, text: what });
  }
  if (wanted.inNewTopic) {
    const place = topicLink(from.channel, from.conversation.topic_name);
    const isAll = plan.isWhole && !plan.target?.last_message_id;
    const url = first ? messageUrl(to.channel, to.topic, first.id) : channelUrl(to.channel);
    const what = isAll
      ? `This topic was moved here from ${place} by ${user}.`
      : count === 1
        ? `[A message](${url}) was moved here from ${place} by ${user}.`
        : `${count} messages were moved here from ${place} by ${user}.`;
    notices.push({ to: inNew, text: what });
  }
  return notices;
}
