// The contents of messages that a mail shows. A mail has a bound, since mail programs cut long ones off, and since the mails of
// many people are made and kept at once.

import type { Reader } from '../../storage/session.ts';
import { contentRows, contentsOf } from '../../stores/messages/content-rows.ts';

/** HTML by id of as many messages, in the order of their ids in the list, as take so many bytes together. */
export async function contentsWithin(
  reader: Reader,
  ids: readonly number[],
  bytes: number,
): Promise<ReadonlyMap<number, string>> {
  const rows = new Map((await contentRows(reader, ids, 'html')).map((row) => [row.id, row]));
  const contents = new Map<number, string>();
  let room = bytes;
  for (const id of ids) {
    const row = rows.get(id);
    if (!row) continue;
    room -= row.bytes;
    if (room < 0) break;
    contents.set(id, row.text ?? (await contentsOf(reader, [id], 'html')).get(id) ?? '');
  }
  return contents;
}
