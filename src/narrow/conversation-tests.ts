// Tests of a narrow that depend only on the conversation of a message: its channel, topic or participants.
// The result is the same for all messages of the conversation.

import type { Channel } from '../model/channels/channel.ts';
import type { MessageHead } from '../model/messages/message-row.ts';
import { RESOLVED_PREFIX } from '../model/messages/topic.ts';
import { textKey } from '../model/text-key.ts';
import { VisibilityPolicy } from '../model/user-topics/visibility-policy.ts';
import { peopleOf } from '../stores/conversations/conversation-store.ts';
import {
  isTopicItselfMuted,
  isTopicMuted,
  type Muting,
  policyOf,
} from '../stores/subscriptions/muting-store.ts';
import type { Term } from './term.ts';

export type ConversationFields = Pick<MessageHead, 'channel_id' | 'topic_name' | 'direct_key'>;

export type ConversationTest = (conversation: ConversationFields) => boolean;

/** The facts that the tests need besides the conversation. */
export interface ConversationFacts {
  readonly channels: ReadonlyMap<number, Channel>;
  readonly muting: Muting;
}

/** Whether the narrow depends on what the account has muted or follows. */
export function needsMuting(terms: readonly Term[]): boolean {
  return terms.some(({ kind }) => kind === 'home' || kind === 'followed' || kind === 'muted-topic');
}

/** Whether a channel is in the set that `channels:` names. */
export function isInSet(channel: Channel | undefined, which: 'public' | 'web-public' | 'archived'): boolean {
  if (!channel) return false;
  switch (which) {
    case 'public':
      return !channel.isPrivate;
    case 'web-public':
      return channel.isWebPublic;
    case 'archived':
      return channel.isArchived;
  }
}

/** Whether terms of a kind depend only on the conversation. */
export function isAboutConversation(kind: Term['kind']): boolean {
  switch (kind) {
    case 'sender':
    case 'flag':
    case 'pinned':
    case 'has':
    case 'mentions':
    case 'search':
    case 'id':
      return false;
    default:
      return true;
  }
}

/** The test of a term about the conversation; undefined for other terms. */
export function conversationTest(
  term: Term,
  { channels, muting }: ConversationFacts,
): ConversationTest | undefined {
  switch (term.kind) {
    case 'channel':
      return (conversation) => conversation.channel_id === term.channelId;
    case 'channels':
      return (conversation) =>
        conversation.channel_id !== null && isInSet(channels.get(conversation.channel_id), term.which);
    case 'topic':
      return (conversation) =>
        conversation.channel_id !== null && textKey(conversation.topic_name) === term.key;
    case 'dm':
      return (conversation) => conversation.channel_id === null && conversation.direct_key === term.key;
    case 'dm-including':
      return (conversation) => {
        if (conversation.channel_id !== null) return false;
        const people = peopleOf(conversation.direct_key ?? '');
        return term.accountIds.every((id) => people.includes(id));
      };
    case 'group-dm':
      return (conversation) => {
        const people = conversation.channel_id === null ? peopleOf(conversation.direct_key ?? '') : [];
        return people.length > 2 && people.includes(term.accountId);
      };
    case 'any-dm':
      return (conversation) => conversation.channel_id === null;
    case 'resolved':
      return (conversation) =>
        conversation.channel_id !== null && conversation.topic_name.startsWith(RESOLVED_PREFIX);
    case 'followed':
      return (conversation) =>
        conversation.channel_id !== null &&
        policyOf(muting, conversation.channel_id, textKey(conversation.topic_name)) ===
          VisibilityPolicy.followed;
    case 'home':
      return (conversation) =>
        conversation.channel_id === null ||
        !isTopicMuted(muting, conversation.channel_id, textKey(conversation.topic_name));
    case 'muted-topic':
      return (conversation) =>
        conversation.channel_id !== null &&
        isTopicItselfMuted(muting, conversation.channel_id, textKey(conversation.topic_name));
    default:
      return undefined;
  }
}
