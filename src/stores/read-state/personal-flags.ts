// The flags of messages for one account, derived from subscription periods, read states with exceptions,
// personal rows, and mentions of many accounts at once. A message that an account merely received has no row.

import type { Account } from '../../model/accounts/account.ts';
import { parseIds } from '../../model/id-column.ts';
import { flagList } from '../../model/messages/message-flags.ts';
import type { MessageHead } from '../../model/messages/message-row.ts';
import type { SubscriptionPeriods } from '../../model/subscriptions/subscription-periods.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { pastMembership } from '../groups/past-membership.ts';
import { arrivalsByMessage } from '../messages/message-store.ts';
import { personalBits } from '../messages/personal-store.ts';
import { isReadFor, readMarks } from './read-status.ts';
import { wasReceived } from './reception.ts';

export { wasReceived } from './reception.ts';

const mentionRows = preparedRead<{ ids: string }>()((db, p, engine) =>
  db.selectFrom('message_mention').selectAll().where('message_id', 'in', idsOf(engine, p.ids)),
);

export interface PersonalView {
  readonly flags: readonly string[];
  readonly isRead: boolean;
  readonly isReceived: boolean;
  /** Bits of the personal row; undefined without a row. */
  readonly bits: number | undefined;
}

/** The flags of messages for one account, and whether it received them. */
export async function personalViews(
  reader: Reader,
  account: Account,
  subscriptions: SubscriptionPeriods,
  heads: readonly MessageHead[],
): Promise<Map<number, PersonalView>> {
  const result = new Map<number, PersonalView>();
  if (heads.length === 0) return result;
  const ids = heads.map((head) => head.id);
  const movedIds = heads.filter((head) => head.is_moved === 1).map((head) => head.id);
  const [bitsOf, arrivals, marks, mentions] = await Promise.all([
    personalBits(reader, account.id, ids),
    arrivalsByMessage(reader, movedIds),
    readMarks(reader, account.id, heads),
    mentionFacts(reader, account, heads),
  ]);
  for (const head of heads) {
    const bits = bitsOf.get(head.id);
    const isReceived = wasReceived(head, subscriptions, arrivals);
    const hasOwnHistory = isReceived || bits !== undefined;
    const isRead = isReadFor(head, marks, subscriptions, arrivals);
    const flags = flagList({
      bits: bits ?? 0,
      isRead,
      isHistorical: !hasOwnHistory,
      isMentionedInGroup: isReceived && mentions.groups.has(head.id),
      channelWildcard: isReceived && head.mentions_channel === 1,
      topicWildcard: isReceived && mentions.topics.has(head.id),
    });
    result.set(head.id, { flags, isRead, isReceived, bits });
  }
  return result;
}

async function mentionFacts(
  reader: Reader,
  account: Account,
  heads: readonly MessageHead[],
): Promise<{ groups: ReadonlySet<number>; topics: ReadonlySet<number> }> {
  const groups = new Set<number>();
  const topics = new Set<number>();
  const ids = heads.filter((head) => head.has_mention_row === 1).map((head) => head.id);
  if (ids.length === 0) return { groups, topics };
  const rows = await mentionRows.all(reader, { ids: JSON.stringify(ids) });
  const inGroups: { readonly id: number; readonly groupIds: readonly number[]; readonly sequence: number }[] =
    [];
  for (const { message_id: id, topic_participant_ids, group_ids, sequence } of rows) {
    if (parseIds(topic_participant_ids).includes(account.id)) topics.add(id);
    const groupIds = parseIds(group_ids);
    if (groupIds.length > 0) inGroups.push({ id, groupIds, sequence });
  }
  if (inGroups.length === 0) return { groups, topics };
  const wasIn = await pastMembership(reader, account, new Set(inGroups.flatMap(({ groupIds }) => groupIds)));
  for (const { id, groupIds, sequence } of inGroups)
    if (groupIds.some((groupId) => wasIn(groupId, sequence))) groups.add(id);
  return { groups, topics };
}
