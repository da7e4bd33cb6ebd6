// Moves the rows that accounts placed in their sidebars along with a whole topic. Accounts that cannot see the new
// channel, or have a row for the new topic, lose the row.

import type { Channel } from '../../model/channels/channel.ts';
import type { ChannelTopic } from '../../model/conversations/conversation.ts';
import { sidebarChanged } from '../../model/sidebar/sidebar-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountsThatSee } from '../../stores/channel-access/accounts-that-see.ts';
import { readSidebar } from '../../stores/sidebar/sidebar-store.ts';
import { moveTopicRows, rowsOfTopic } from '../../stores/sidebar/topic-row-store.ts';

export async function moveSidebarRows(
  writer: Writer,
  from: ChannelTopic,
  to: ChannelTopic & { readonly channel: Channel },
): Promise<void> {
  const rows = await rowsOfTopic(writer, from);
  if (rows.length === 0) return;
  const people = new Map(rows.map(({ account_id: id, role }) => [id, { role }]));
  const seeing = await accountsThatSee(writer, to.channel, people);
  // Where only the spelling changes, the rows of the new topic are those that move.
  const movedIds = new Set(rows.map(({ id }) => id));
  const others = (await rowsOfTopic(writer, to)).filter(({ id }) => !movedIds.has(id));
  const accountsWithRow = new Set(others.map((row) => row.account_id));
  const moves = (row: (typeof rows)[number]) =>
    seeing.has(row.account_id) && !accountsWithRow.has(row.account_id);
  const idsOf = (some: typeof rows) => some.map(({ id }) => id);
  await moveTopicRows(writer, to, idsOf(rows.filter(moves)), idsOf(rows.filter((row) => !moves(row))));
  for (const id of people.keys()) writer.emit(sidebarChanged(id, await readSidebar(writer, id)));
}
