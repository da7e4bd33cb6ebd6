// Loads the contents of messages for a mail. Their size is limited, because mail programs truncate long
// mails, and because the mails of many accounts are in memory at once.

import type { Reader } from '../../storage/reader-writer.ts';
import { contentRows, contentsOf } from '../../stores/messages/content-rows.ts';

/** HTML by id of the first messages of the list that together fit into the given bytes. */
export async function contentsWithin(
  reader: Reader,
  ids: readonly number[],
  bytes: number,
): Promise<ReadonlyMap<number, string>> {
  const rows = new Map((await contentRows(reader, ids, 'html')).map((row) => [row.id, row]));
  const contents = new Map<number, string>();
  let remaining = bytes;
  for (const id of ids) {
    const row = rows.get(id);
    if (!row) continue;
    remaining -= row.bytes;
    if (remaining < 0) break;
    contents.set(id, row.text ?? (await contentsOf(reader, [id], 'html')).get(id) ?? '');
  }
  return contents;
}
