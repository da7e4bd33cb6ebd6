// Builds prepared messages: text with links to files, split into several messages if it is too long.

import type { PreparedMessage } from '../prepared/prepared-archive.ts';
import type { FileSource, ImportedUpload } from '../records/directory.ts';
import type { LinkedFile } from '../records/messages.ts';
import type { Notes } from '../records/notes.ts';
import { splitIntoMessages } from './split-text.ts';
import { uploadPathOf } from './upload-paths.ts';

/** A file attached to a message. */
export interface AttachedFile {
  /** Identifies the file. */
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly contentType?: string | undefined;
  readonly file: FileSource;
  /** Where the link points if the file is not available. */
  readonly url: string;
}

/** The links to a message's files, and their uploads. `secret` is derived from the archive. */
export interface LinkedFiles {
  readonly links: readonly string[];
  readonly files: readonly LinkedFile[] | undefined;
  readonly uploads: readonly ImportedUpload[];
}

export function linkedFiles(attached: readonly AttachedFile[], ownerId: number, secret: string): LinkedFiles {
  const linked = attached.map((file) => ({ ...file, pathId: uploadPathOf(file.id, file.name, secret) }));
  return {
    links: linked.map(({ name, pathId }) => `[${name.replaceAll(/[[\]\n]/g, ' ')}](/user_uploads/${pathId})`),
    files: linked.length === 0 ? undefined : linked.map(({ pathId, url }) => ({ pathId, url })),
    uploads: linked.map(({ pathId, name, createdAt, contentType, file }) => ({
      ownerId,
      pathId,
      name,
      createdAt: Math.floor(createdAt),
      contentType,
      file,
    })),
  };
}

/** Joins parts of a message, each on lines of its own; empty parts are left out. */
export function joinLines(parts: readonly string[], between = '\n'): string {
  return parts.filter((part) => part.trim() !== '').join(between);
}

/**
 * Splits a message into messages of valid length. A message without visible content is skipped and noted.
 * @param conversationFor receives the text, which may determine the topic
 */
export function splitMessage(
  { content, reactions, starredBy, pin, ...rest }: Omit<PreparedMessage, 'conversation'>,
  conversationFor: (content: string) => PreparedMessage['conversation'],
  notes: Notes,
): PreparedMessage[] {
  if (content.trim() === '') {
    notes.add('messages', 'they have no content that can be shown');
    return [];
  }
  const pieces = splitIntoMessages(content);
  if (pieces.length > 1) notes.add('messages', 'they are longer than the limit and were split');
  const conversation = conversationFor(content);
  return pieces.map((piece, at) =>
    at === 0
      ? { ...rest, conversation, content: piece, reactions, starredBy, pin }
      : { ...rest, conversation, content: piece, reactions: [] },
  );
}

/** The conversation of a direct message. It includes the sender even if the archive's list of members does not. */
export function directConversationOf(
  members: readonly number[],
  senderId: number,
): PreparedMessage['conversation'] {
  return { accountIds: members.includes(senderId) ? members : [senderId, ...members] };
}
