// The collections of a Rocket.Chat database, as `mongoexport` writes them: a file each, of lines of JSON or of one list.

import { closeSync, openSync, readSync } from 'node:fs';
import type { ArchiveFile, ArchiveFolder } from '../archive/archive-folder.ts';
import { lineRows } from '../archive/line-rows.ts';
import { ArchiveRefused } from '../archive/refusal.ts';
import { listRows, type Row } from '../archive/tables.ts';
import { MongoRow } from './mongo-row.ts';

/** Names of files: those of the collections, or what scripts that export them make of those. */
const NAMES = {
  users: /(?:^|\/)(?:rocketchat_)?users?\.jsonl?$/i,
  rooms: /(?:^|\/)rocketchat_rooms?\.jsonl?$/i,
  subscriptions: /(?:^|\/)rocketchat_subscriptions?\.jsonl?$/i,
  messages: /(?:^|\/)rocketchat_messages?\.jsonl?$/i,
} as const;

export type Collection = keyof typeof NAMES;

/** Whether an archive has the collections without which it is none of Rocket.Chat. */
export function hasCollections({ files }: ArchiveFolder): boolean {
  return (['users', 'rooms', 'messages'] as const).every((collection) =>
    [...files.keys()].some((name) => NAMES[collection].test(name)),
  );
}

function fileOf(folder: ArchiveFolder, collection: Collection): ArchiveFile | undefined {
  const [file, another] = folder.filesLike(NAMES[collection]);
  if (file && another)
    throw new ArchiveRefused(
      another.name,
      `it holds ${collection}, and so does ${file.name}; leave one of them out.`,
    );
  return file;
}

/** Whether a file is one list. */
function isList({ path }: ArchiveFile): boolean {
  const head = Buffer.alloc(64);
  const file = openSync(path, 'r');
  try {
    return /^\ufeff?\s*\[/.test(head.toString('utf8', 0, readSync(file, head, 0, head.length, 0)));
  } finally {
    closeSync(file);
  }
}

/** The documents of a collection; none where the archive does not have it. */
export async function* documentsOf(folder: ArchiveFolder, collection: Collection): AsyncGenerator<Row> {
  const file = fileOf(folder, collection);
  if (!file) return;
  if (isList(file)) for await (const rows of listRows(file, MongoRow)) yield* rows;
  else yield* lineRows(file, () => true, MongoRow);
}
