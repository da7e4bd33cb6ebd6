// Message access: who may read or change a message. The rule is here once, and asks a lookup: requests have one of what
// is in memory (`readable.ts`), units of work one of the tables (`…Now`). A message that does not exist and one that may
// not be seen get the same answer.

import { invalidMessage } from '../../contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { ChannelStanding } from '../../model/channels/access.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { Conversation } from '../../model/conversations/conversation.ts';
import { type AccessPurpose, channelMessageAccess } from '../../model/messages/access-rules.ts';
import type { MessageHead, MessageRow } from '../../model/messages/row.ts';
import type { SubscriptionPeriods } from '../../model/subscriptions/periods.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/session.ts';
import { standingNow } from '../channel-access/standing.ts';
import { channelById } from '../channels/store.ts';
import { conversationById, peopleOf } from '../conversations/store.ts';
import { arrivalsByMessage, messageById, messageHeads } from '../messages/store.ts';
import { readOrganization } from '../organizations/store.ts';
import { wasReceived } from '../read-state/personal-flags.ts';
import { periodsAroundMessages } from '../subscriptions/period-store.ts';

/** A message that a person may see, with where it stands. */
export interface AccessibleMessage {
  readonly row: MessageRow;
  readonly conversation: Conversation;
  /** Undefined for direct messages. */
  readonly channel: Channel | undefined;
}

/** How access is looked up: in memory or in the tables. */
export interface AccessLookup {
  readonly reader: Reader;
  readonly account: Account;
  channel(id: number): Promise<{ readonly channel: Channel; readonly standing: ChannelStanding } | undefined>;
  /** At least of the channels that messages stand in or ever arrived in. */
  periodsAround(messageIds: readonly number[]): Promise<SubscriptionPeriods>;
}

const rowsAmong = preparedRead<{ account: number; ids: string }>()((db, p, engine) =>
  db
    .selectFrom('personal_message')
    .select('message_id')
    .where('account_id', '=', p.account)
    .where('message_id', 'in', idsOf(engine, p.ids)),
);

function inTables(writer: Writer, account: Account): AccessLookup {
  return {
    reader: writer,
    account,
    periodsAround: (ids) => periodsAroundMessages(writer, account.id, ids),
    async channel(id) {
      const channel = await channelById(writer, id);
      if (!channel) return undefined;
      const organization = await readOrganization(writer);
      return { channel, standing: await standingNow({ writer, organization, account }, channel) };
    },
  };
}

type Checked = Pick<MessageHead, 'id' | 'channel_id' | 'sequence' | 'is_moved' | 'direct_key'>;

/** The ids of those among `heads` that the account may see. */
async function accessibleAmong(
  lookup: AccessLookup,
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
      access = found ? channelMessageAccess(found.channel, found.standing, purpose) : 'none';
      byChannel.set(head.channel_id, access);
    }
    if (access === 'all') result.add(head.id);
    else if (access === 'received') onlyIfReceived.push(head);
  }
  if (onlyIfReceived.length === 0) return result;
  const periods = await lookup.periodsAround(onlyIfReceived.map((head) => head.id));
  const moved = onlyIfReceived.filter((head) => head.is_moved === 1).map((head) => head.id);
  const arrivals = await arrivalsByMessage(lookup.reader, moved);
  const missed: number[] = [];
  for (const head of onlyIfReceived) {
    if (wasReceived(head, periods, arrivals)) result.add(head.id);
    else missed.push(head.id);
  }
  if (missed.length === 0) return result;
  for (const row of await rowsAmong.all(lookup.reader, {
    account: lookup.account.id,
    ids: JSON.stringify(missed),
  })) {
    result.add(row.message_id);
  }
  return result;
}

/** A message that may be seen or changed; refuses `Invalid message(s)`. */
export async function accessible(
  lookup: AccessLookup,
  id: number,
  purpose: AccessPurpose,
): Promise<AccessibleMessage> {
  const row = await messageById(lookup.reader, id);
  const conversation = row && (await conversationById(lookup.reader, row.conversation_id));
  if (!row || !conversation) throw invalidMessage();
  const head = { ...row, direct_key: conversation.direct_key };
  if (!(await accessibleAmong(lookup, [head], purpose)).has(id)) throw invalidMessage();
  const channel = row.channel_id === null ? undefined : (await lookup.channel(row.channel_id))?.channel;
  return { row, conversation, channel };
}

/** A message that the account may read, by the tables as they stand in this unit of work. */
export function readableMessageNow(writer: Writer, account: Account, id: number): Promise<AccessibleMessage> {
  return accessible(inTables(writer, account), id, 'read');
}

/** A message that the account may change, as far as access goes, by the tables as they stand in this unit of work. */
export function modifiableMessageNow(
  writer: Writer,
  account: Account,
  id: number,
): Promise<AccessibleMessage> {
  return accessible(inTables(writer, account), id, 'modify');
}

/** The heads of those among the messages that the account may read, ascending, by the tables as they stand in this unit of work. */
export async function readableHeadsNow(
  writer: Writer,
  account: Account,
  ids: readonly number[],
  purpose: AccessPurpose = 'read',
): Promise<MessageHead[]> {
  return accessibleHeads(inTables(writer, account), await messageHeads(writer, ids), purpose);
}

/** Those among some messages that may be seen or changed. */
export async function accessibleHeads(
  lookup: AccessLookup,
  heads: MessageHead[],
  purpose: AccessPurpose,
): Promise<MessageHead[]> {
  const visible = await accessibleAmong(lookup, heads, purpose);
  return heads.filter((head) => visible.has(head.id));
}
