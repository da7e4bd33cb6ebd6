// What Notification Bot says in the topics that messages were moved between, and where a topic was resolved.

import { ApiError } from '../../contract/error.ts';
import { channelUrl, messageUrl, topicUrl } from '../../markdown/narrow-url.ts';
import type { Reader } from '../../storage/session.ts';
import type { Unit } from '../../storage/write-door.ts';
import type { Account } from '../accounts/account.ts';
import type { Channel } from '../channels/channel.ts';
import type { OrganizationState } from '../state/organization-state.ts';
import type { MovePlan } from './move-plan.ts';
import { composeNotice } from './notices.ts';
import { sendToChannel } from './send.ts';
import { EMPTY_TOPIC_DISPLAY_NAME } from './wire.ts';

/** Which of the notices a request wants. */
export interface WantedNotices {
  readonly inOldTopic: boolean;
  readonly inNewTopic: boolean;
}

/** A notice that is to be sent. */
export interface Notice {
  readonly channelId: number;
  readonly topic: string;
  readonly content: string;
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

/** The notices that a finished move calls for. */
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
    return [{ ...inNew, content: `${user} has marked this topic as ${resolution}d.` }];
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
    notices.push({ channelId: from.channel.id, topic: from.conversation.topic_name, content: what });
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
    notices.push({ ...inNew, content: what });
  }
  return notices;
}

/** What sending a notice needs of its request. */
export interface NoticeContext {
  readonly state: OrganizationState;
  readonly reader: Reader;
  readonly organizationUrl: string;
  write<T>(unit: Unit<T>): Promise<T>;
}

/** Sends notices as Notification Bot; one that its place refuses (a policy, an archived channel) is left out. */
export async function sendMoveNotices(context: NoticeContext, notices: readonly Notice[]): Promise<void> {
  const { state, reader, organizationUrl } = context;
  for (const notice of notices) {
    const composed = await composeNotice(state, reader, notice.content, organizationUrl);
    const message = { ...composed, client: 'Internal', isReadBySender: true };
    try {
      await context.write((writer) => sendToChannel(writer, notice.channelId, notice.topic, message));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
    }
  }
}
