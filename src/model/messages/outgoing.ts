// A message on its way, before it is stored.

import type { ComposedContent } from './content.ts';

export interface OutgoingMessage {
  readonly senderId: number;
  readonly client: string;
  readonly content: ComposedContent;
  /** Whether it is read for its sender from the start. */
  readonly isReadBySender: boolean;
  /** The sender's name for it, echoed to the queue it names. */
  readonly localId?: string | undefined;
  readonly queueId?: string | undefined;
}
