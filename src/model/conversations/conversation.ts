// A conversation: a topic of a channel, or a set of accounts.

import type { Selectable } from 'kysely';
import type { ConversationTable } from '../../storage/schema.ts';

export type Conversation = Selectable<ConversationTable>;

/** A topic by its name, as requests and rows identify it. */
export interface ChannelTopic {
  readonly channelId: number;
  readonly topic: string;
}
