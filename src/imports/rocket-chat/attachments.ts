// Converts the attachments of Rocket.Chat messages: quotes of other messages, cards of programs, and descriptions
// of files.

import type { ArchiveFile } from '../archive/archive-folder.ts';
import type { Row } from '../archive/row.ts';
import type { Notes } from '../records/notes.ts';
import { cardText } from '../shaping/cards.ts';
import { type AttachedFile, joinLines } from '../shaping/split-message.ts';

/** Quotes can be nested. */
const MAX_DEPTH = 4;
const FILE_FIELDS = ['image_url', 'video_url', 'audio_url'];

/** The text of an attachment; `read` converts Rocket.Chat's markup. */
export function attachmentText(row: Row, read: (text: string) => string, depth = 0): string {
  const text = read(row.text('text', ''));
  const inner = row.records('attachments');
  const nested =
    depth < MAX_DEPTH ? inner.map((attachment) => attachmentText(attachment, read, depth + 1)) : [];
  if (row.has('message_link')) {
    const body = joinLines([text, ...nested]);
    return `> **${read(row.text('author_name', ''))}**: ${body.replaceAll('\n', '\n> ')}`;
  }
  // The file itself is linked below the message.
  if (row.text('type', '') === 'file' || FILE_FIELDS.some((name) => row.has(name)))
    return read(row.text('description', ''));
  return cardText({
    title: row.text('title', ''),
    url: row.text('title_link', ''),
    texts: [read(row.text('pretext', '')), text, ...nested],
    fields: row
      .records('fields')
      .map((field) => ({ name: read(field.text('title', '')), text: read(field.text('value', '')) })),
  });
}

interface FileContext {
  readonly fileOf: (id: string) => ArchiveFile | undefined;
  readonly notes: Notes;
}

/** The files of a message; old messages have a single one. Thumbnails are left out. */
export function filesOf(row: Row, createdAt: number, { fileOf, notes }: FileContext): AttachedFile[] {
  const several = row.records('files');
  const single = row.record('file');
  const files = several.length === 0 && single.has('_id') ? [single] : several;
  const found = new Map<string, AttachedFile>();
  for (const fileRow of files) {
    const id = fileRow.text('_id', '');
    const name = fileRow.text('name', '') || 'file';
    const isThumbnail = fileRow.text('typeGroup', '') === 'thumb' || (found.size > 0 && /^thumb-/.test(name));
    if (isThumbnail || found.has(id)) continue;
    const file = fileOf(id);
    const contentType = fileRow.text('type', '') || undefined;
    if (file) found.set(id, { id, name, createdAt, contentType, file, url: name });
    else notes.add('files', 'they are missing from the archive');
  }
  return [...found.values()];
}
