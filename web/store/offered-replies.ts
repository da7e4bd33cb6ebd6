// Replies that a bot offers as buttons.

import { fieldsOf, textOf, type WithSubmessages, widgetData } from './submessages.ts';

export interface OfferedReply {
  readonly label: string;
  readonly description: string;
  /** The text that choosing it sends. */
  readonly reply: string;
}

export interface OfferedReplies {
  readonly heading: string;
  readonly replies: readonly OfferedReply[];
}

/** The replies a message offers; undefined if none. */
export function offeredReplies(message: WithSubmessages): OfferedReplies | undefined {
  const data = widgetData(message, 'zform');
  if (data?.type !== 'choices' || !Array.isArray(data.choices)) return undefined;
  const replies = data.choices.map(fieldsOf).map((choice) => ({
    label: textOf(choice.short_name),
    description: textOf(choice.long_name),
    reply: textOf(choice.reply),
  }));
  return { heading: textOf(data.heading), replies: replies.filter(({ reply }) => reply !== '') };
}
