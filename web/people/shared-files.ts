// The files of a direct conversation: of its newest messages with files, and what changes them.

import type { EventOf } from '../../client/event-stream.ts';
import type { Message } from '../store/message.ts';
import { filesInHtml, type LinkedFile } from './files-in-html.ts';

export interface SharedFile extends LinkedFile {
  /** When it was last sent, in seconds since 1970. */
  readonly timestamp: number;
}

/** The files of messages, each once, where it was sent last. @param messages newest first */
export function sharedFiles(messages: readonly Pick<Message, 'content' | 'timestamp'>[]): SharedFile[] {
  const files = new Map<string, SharedFile>();
  for (const { content, timestamp } of messages) {
    for (const file of filesInHtml(content)) {
      if (!files.has(file.path)) files.set(file.path, { ...file, timestamp });
    }
  }
  return [...files.values()];
}

export const hasFile = ({ content }: Pick<Message, 'content'>) => filesInHtml(content).length > 0;

/** Whether an edit may add files to a direct conversation or remove some. @param found its messages with files */
export function changesFiles(
  event: EventOf<'update_message'>,
  found: readonly Pick<Message, 'id'>[],
): boolean {
  const { message_id, rendered_content: content, stream_id } = event;
  if (content === undefined || stream_id !== undefined) return false;
  return found.some(({ id }) => id === message_id) || hasFile({ content });
}
