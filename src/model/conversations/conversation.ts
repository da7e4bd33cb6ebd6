// A conversation: a topic of a channel, or a set of accounts.

import type { Row } from '../../storage/schema.ts';

export type Conversation = Row<'conversation'>;

/** A topic by its name, as requests and rows identify it. */
export interface ChannelTopic {
  readonly channelId: number;
  readonly topic: string;
}
