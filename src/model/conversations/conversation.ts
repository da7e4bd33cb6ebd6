// A conversation: a topic of a channel, or a set of people.

import type { Selectable } from 'kysely';
import type { ConversationTable } from '../../storage/schema.ts';

export type Conversation = Selectable<ConversationTable>;

/** A topic as requests and rows name it. */
export interface TopicOfChannel {
  readonly channelId: number;
  readonly topic: string;
}
