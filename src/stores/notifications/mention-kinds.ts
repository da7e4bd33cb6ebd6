// Finds which of the given accounts a message currently mentions: by name, through a group, or as participants of the
// topic.

import { parseIds } from '../../model/id-column.ts';
import { FlagBit } from '../../model/messages/message-flags.ts';
import type { MessageRow } from '../../model/messages/message-row.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { groupMembersAt } from '../groups/past-membership.ts';

const bitsOf = preparedRead<{ message: number; ids: string }>()((db, p, engine) =>
  db
    .selectFrom('personal_message')
    .select(['account_id', 'flags'])
    .where('message_id', '=', p.message)
    .where('account_id', 'in', idsOf(engine, p.ids)),
);
const mentionOf = preparedRead<{ message: number }>()((db, p) =>
  db.selectFrom('message_mention').selectAll().where('message_id', '=', p.message),
);

export interface MentionKinds {
  readonly people: ReadonlySet<number>;
  /** The group through which each account is mentioned; the smallest if there are several. */
  readonly groupOf: ReadonlyMap<number, number>;
  readonly topicParticipants: ReadonlySet<number>;
}

/** The mentions of the given accounts in a message. */
export async function mentionKindsOf(
  reader: Reader,
  message: Pick<MessageRow, 'id' | 'has_mention_row'>,
  accountIds: readonly number[],
): Promise<MentionKinds> {
  const rows = await bitsOf.all(reader, { message: message.id, ids: JSON.stringify(accountIds) });
  const people = new Set(rows.filter((row) => row.flags & FlagBit.mentioned).map((row) => row.account_id));
  const mention =
    message.has_mention_row === 1 ? await mentionOf.first(reader, { message: message.id }) : undefined;
  if (!mention) return { people, groupOf: new Map(), topicParticipants: new Set() };
  const accounts = new Set(accountIds);
  const groups: { id: number; members: ReadonlySet<number> }[] = [];
  for (const id of parseIds(mention.group_ids)) {
    groups.push({ id, members: await groupMembersAt(reader, id, mention.sequence) });
  }
  const groupOf = new Map<number, number>();
  // The largest first, so that the smallest overwrites it.
  for (const { id, members } of groups.sort((a, b) => b.members.size - a.members.size || b.id - a.id)) {
    for (const member of members) if (accounts.has(member)) groupOf.set(member, id);
  }
  const participants = parseIds(mention.topic_participant_ids);
  return { people, groupOf, topicParticipants: new Set(participants.filter((id) => accounts.has(id))) };
}
