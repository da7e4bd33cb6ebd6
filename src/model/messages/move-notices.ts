// The notices of the Notification Bot in the topics that messages were moved between, and in resolved topics.

import { channelUrl, messageUrl, topicUrl } from '../../markdown/narrow-url.ts';
import type { Account } from '../accounts/account.ts';
import type { Channel } from '../channels/channel.ts';
import type { Notice } from '../pending-notices/notice.ts';
import type { MovePlan } from './move-plan.ts';
import { EMPTY_TOPIC_DISPLAY_NAME } from './topic.ts';

/** Which notices a request asks for. */
export interface RequestedNotices {
  readonly inOldTopic: boolean;
  readonly inNewTopic: boolean;
}

/** Characters that the special link syntax for channels and topics cannot contain. */
const UNLINKABLE = /[`>*&[\]]|\$\$/;

function topicLink(channel: Channel, topic: string): string {
  const shownTopic = topic === '' ? EMPTY_TOPIC_DISPLAY_NAME : topic;
  if (!UNLINKABLE.test(channel.name) && !UNLINKABLE.test(topic)) return `#**${channel.name}>${topic}**`;
  const escaped = `#${channel.name} > ${shownTopic}`.replace(
    /[[\]`*_&]/g,
    (character) => `&#${character.charCodeAt(0)};`,
  );
  return `[${escaped}](${topicUrl(channel, topic)})`;
}

function personLink(account: Pick<Account, 'id' | 'fullName'>): string {
  return `@_**${account.fullName}|${account.id}**`;
}

/** The requested notices about a move, in the old and the new topic. */
export function moveNotices(
  plan: MovePlan,
  actor: Pick<Account, 'id' | 'fullName'>,
  requested: RequestedNotices,
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
  if (requested.inOldTopic) {
    const link = topicLink(to.channel, to.topic);
    const text = plan.isWhole
      ? `This topic was moved to ${link} by ${user}.`
      : count === 1
        ? `A message was moved from this topic to ${link} by ${user}.`
        : `${count} messages were moved from this topic to ${link} by ${user}.`;
    const inOld = { channelId: from.channel.id, topic: from.conversation.topic_name };
    notices.push({ to: inOld, text: text });
  }
  if (requested.inNewTopic) {
    const link = topicLink(from.channel, from.conversation.topic_name);
    const isAll = plan.isWhole && !plan.target?.last_message_id;
    const url = first ? messageUrl(to.channel, to.topic, first.id) : channelUrl(to.channel);
    const text = isAll
      ? `This topic was moved here from ${link} by ${user}.`
      : count === 1
        ? `[A message](${url}) was moved here from ${link} by ${user}.`
        : `${count} messages were moved here from ${link} by ${user}.`;
    notices.push({ to: inNew, text: text });
  }
  return notices;
}
