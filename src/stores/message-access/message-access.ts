// Who may read or change a message, decided in memory or from the tables, depending on the lookup. A message
// that does not exist and one that may not be seen get the same error.

import { invalidMessage } from '../../api-contract/error.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { Conversation } from '../../model/conversations/conversation.ts';
import { type AccessPurpose, channelMessageAccess } from '../../model/messages/message-access-rules.ts';
import type { MessageHead, MessageRow } from '../../model/messages/message-row.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Lookup } from '../channel-access/lookup.ts';
import { conversationById, peopleOf } from '../conversations/conversation-store.ts';
import { arrivalsByMessage, messageById, messageHeads } from '../messages/message-store.ts';
import { wasReceived } from '../read-state/personal-flags.ts';

/** A message that the account may see, with its conversation and channel. */
export interface AccessibleMessage {
  readonly row: MessageRow;
  readonly conversation: Conversation;
  /** Undefined for direct messages. */
  readonly channel: Channel | undefined;
}

const rowsAmong = preparedRead<{ account: number; ids: string }>()((db, p, engine) =>
  db
    .selectFrom('personal_message')
    .select('message_id')
    .where('account_id', '=', p.account)
    .where('message_id', 'in', idsOf(engine, p.ids)),
);

type Checked = Pick<MessageHead, 'id' | 'channel_id' | 'sequence' | 'is_moved' | 'direct_key'>;

/** The ids of the heads that the account may see. */
async function accessibleAmong(
  lookup: Lookup,
  heads: readonly Checked[],
  purpose: AccessPurpose,
): Promise<Set<number>> {
  const result = new Set<number>();
  const onlyIfReceived: Checked[] = [];
  const byChannel = new Map<number, 'all' | 'received' | 'none'>();
  for (const head of heads) {
    if (head.channel_id === null) {
      if (peopleOf(head.direct_key ?? '').includes(lookup.account.id)) onlyIfReceived.push(head);
      continue;
    }
    let access = byChannel.get(head.channel_id);
    if (!access) {
      const found = await lookup.channel(head.channel_id);
      access = found ? channelMessageAccess(found.channel, found.membership, purpose) : 'none';
      byChannel.set(head.channel_id, access);
    }
    if (access === 'all') result.add(head.id);
    else if (access === 'received') onlyIfReceived.push(head);
  }
  if (onlyIfReceived.length === 0) return result;
  const periods = await lookup.periodsAround(onlyIfReceived.map((head) => head.id));
  const movedIds = onlyIfReceived.filter((head) => head.is_moved === 1).map((head) => head.id);
  const arrivals = await arrivalsByMessage(lookup.reader, movedIds);
  const notReceivedIds: number[] = [];
  for (const head of onlyIfReceived) {
    if (wasReceived(head, periods, arrivals)) result.add(head.id);
    else notReceivedIds.push(head.id);
  }
  if (notReceivedIds.length === 0) return result;
  for (const row of await rowsAmong.all(lookup.reader, {
    account: lookup.account.id,
    ids: JSON.stringify(notReceivedIds),
  })) {
    result.add(row.message_id);
  }
  return result;
}

async function accessible(lookup: Lookup, id: number, purpose: AccessPurpose): Promise<AccessibleMessage> {
  const row = await messageById(lookup.reader, id);
  const conversation = row && (await conversationById(lookup.reader, row.conversation_id));
  if (!row || !conversation) throw invalidMessage();
  const head = { ...row, direct_key: conversation.direct_key };
  if (!(await accessibleAmong(lookup, [head], purpose)).has(id)) throw invalidMessage();
  const channel = row.channel_id === null ? undefined : (await lookup.channel(row.channel_id))?.channel;
  return { row, conversation, channel };
}

/** A message that the account may read. @throws `Invalid message(s)` */
export function readableMessage(lookup: Lookup, id: number): Promise<AccessibleMessage> {
  return accessible(lookup, id, 'read');
}

/**
 * A message that the account may change, if other rules allow it as well.
 * @throws `Invalid message(s)`, even for readable messages in archived channels
 */
export function modifiableMessage(lookup: Lookup, id: number): Promise<AccessibleMessage> {
  return accessible(lookup, id, 'modify');
}

/** The heads of the given messages that the account may read or change, ascending. */
export async function readableHeads(
  lookup: Lookup,
  ids: readonly number[],
  purpose: AccessPurpose = 'read',
): Promise<MessageHead[]> {
  const heads = await messageHeads(lookup.reader, ids);
  const visible = await accessibleAmong(lookup, heads, purpose);
  return heads.filter((head) => visible.has(head.id));
}
