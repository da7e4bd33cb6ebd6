// The collections of a Rocket.Chat database as exported by `mongoexport`: one file each, with JSON Lines or a
// single list.

import type { ArchiveFile, ArchiveFolder } from '../archive/archive-folder.ts';
import { firstText } from '../archive/first-bytes.ts';
import { InvalidArchiveError } from '../archive/invalid-archive-error.ts';
import { lineRows } from '../archive/line-rows.ts';
import type { Row } from '../archive/row.ts';
import { listRows } from '../archive/tables.ts';
import { MongoRow } from './mongo-row.ts';

/** Names of the files: those of the collections, or variants that export scripts produce. */
const NAMES = {
  users: /(?:^|\/)(?:rocketchat_)?users?\.jsonl?$/i,
  rooms: /(?:^|\/)rocketchat_rooms?\.jsonl?$/i,
  subscriptions: /(?:^|\/)rocketchat_subscriptions?\.jsonl?$/i,
  messages: /(?:^|\/)rocketchat_messages?\.jsonl?$/i,
} as const;

/** Enough to skip white space before a list. */
const LIST_BYTES = 64;

export type Collection = keyof typeof NAMES;

/** Whether an archive has the collections that every Rocket.Chat export needs. */
export function hasCollections({ files }: ArchiveFolder): boolean {
  return (['users', 'rooms', 'messages'] as const).every((collection) =>
    [...files.keys()].some((name) => NAMES[collection].test(name)),
  );
}

function fileOf(folder: ArchiveFolder, collection: Collection): ArchiveFile | undefined {
  const [file, secondFile] = folder.filesMatching(NAMES[collection]);
  if (file && secondFile)
    throw new InvalidArchiveError(
      secondFile.name,
      `both it and ${file.name} contain ${collection}. Remove one of them.`,
    );
  return file;
}

/** The documents of a collection; none if it is not in the archive. */
export async function* documentsOf(folder: ArchiveFolder, collection: Collection): AsyncGenerator<Row> {
  const file = fileOf(folder, collection);
  if (!file) return;
  if (/^\s*\[/.test(firstText(file, LIST_BYTES)))
    for await (const rows of listRows(file, MongoRow)) yield* rows;
  else yield* lineRows(file, () => true, MongoRow);
}
