// A message as it is prepared: its text with links to its files, in several messages where it is too long for one.

import type { PreparedMessage } from '../prepared/prepared-archive.ts';
import type { FileSource, ImportedUpload } from '../records/directory.ts';
import type { LinkedFile } from '../records/messages.ts';
import type { Notes } from '../records/notes.ts';
import { inMessages } from './long-texts.ts';
import { uploadPathOf } from './upload-paths.ts';

/** A file of a message. */
export interface AttachedFile {
  /** The same for the same file. */
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly contentType?: string | undefined;
  readonly file: FileSource;
  /** Where the file is linked if it cannot be had. */
  readonly url: string;
}

/** What links files in a message and brings them; `secret` is something of the archive. */
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

/** Parts of a message, each in lines of its own; empty ones are left out. */
export function inLines(parts: readonly string[], between = '\n'): string {
  return parts.filter((part) => part.trim() !== '').join(between);
}

/**
 * The messages that one message becomes; none where there is nothing to show, which is noted.
 * @param placeOf is asked with the text, which may name a topic
 */
export function inPieces(
  { content, reactions, starredBy, ...said }: Omit<PreparedMessage, 'place'>,
  placeOf: (content: string) => PreparedMessage['place'],
  notes: Notes,
): PreparedMessage[] {
  if (content.trim() === '') {
    notes.add('messages', 'there is nothing in them that could be shown');
    return [];
  }
  const pieces = inMessages(content);
  if (pieces.length > 1) notes.add('messages', 'they are longer than one may be here, and came as several');
  const place = placeOf(content);
  return pieces.map((piece, at) =>
    at === 0
      ? { ...said, place, content: piece, reactions, starredBy }
      : { ...said, place, content: piece, reactions: [] },
  );
}

/** The place of a direct message: its sender belongs to it, also where the archive's list of members lacks them. */
export function directPlace(members: readonly number[], senderId: number): PreparedMessage['place'] {
  return { accountIds: members.includes(senderId) ? members : [senderId, ...members] };
}
