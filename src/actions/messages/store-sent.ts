// Stores the rows of a new message: the message itself, its mentions, and exceptions for individual accounts.
// Ordinary receipt needs no rows.

import { type RawBuilder, sql } from 'kysely';
import type { Conversation } from '../../model/conversations/conversation.ts';
import { FlagBit } from '../../model/messages/message-flags.ts';
import type { MessageRow, SubmessageRow } from '../../model/messages/message-row.ts';
import type { OutgoingMessage } from '../../model/messages/outgoing-message.ts';
import { widgetContent } from '../../model/messages/widgets.ts';
import { idsOf, preparedRead, preparedWrite } from '../../storage/prepared.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { tableLookup } from '../../stores/channel-access/lookup.ts';
import { insertMessage, type NewMessage } from '../../stores/messages/insert-message.ts';
import { insertSubmessage } from '../../stores/messages/submessage-store.ts';
import { linkableBy, noUploadChanges, relinkMessage, type UploadChanges } from '../uploads/links.ts';
import { queuePreviewFetch } from './rerender.ts';

const mutersOf = preparedRead<{ muted: number }>()((db, p) =>
  db.selectFrom('muted_user').select('account_id').where('muted_account_id', '=', p.muted),
);
const insertPersonal = preparedWrite<{ message: number; flags: number; ids: string }>()((db, p, engine) =>
  db
    .insertInto('personal_message')
    .columns(['organization_id', 'account_id', 'message_id', 'flags'])
    .expression(
      db
        .selectFrom('account')
        .select(['organization_id', 'id', number(p.message).as('message_id'), number(p.flags).as('flags')])
        .where('id', 'in', idsOf(engine, p.ids)),
    ),
);
const insertRead = preparedWrite<{ message: number; conversation: number; ids: string }>()((db, p, engine) =>
  db
    .insertInto('read_exception')
    .columns(['organization_id', 'account_id', 'message_id', 'conversation_id', 'is_read'])
    .expression(
      db
        .selectFrom('account')
        .select([
          'organization_id',
          'id',
          number(p.message).as('message_id'),
          number(p.conversation).as('conversation_id'),
          sql.lit(1).as('is_read'),
        ])
        .where('id', 'in', idsOf(engine, p.ids)),
    ),
);

/** A parameter among selected columns; PostgreSQL would take it for text without the cast. */
function number(value: number): RawBuilder<number> {
  return sql<number>`cast(${value} as bigint)`;
}

/** Returns those of the given accounts that receive a message. */
export type ReceiversAmong = (ids: readonly number[]) => Promise<ReadonlySet<number>>;

type Placed = Pick<
  MessageRow,
  'channel_id' | 'mentions_channel' | 'mentions_topic' | 'has_mention_row' | 'arrives_read'
>;

export interface StoredMessage {
  readonly row: MessageRow;
  readonly submessages: readonly SubmessageRow[];
  /** To be emitted after the message's own event. */
  readonly uploads: UploadChanges;
}

/** Stores a message in its conversation; the text of a widget creates its first submessage. */
export async function storeSent(
  writer: Writer,
  { conversation, sequence }: { readonly conversation: Conversation; readonly sequence: number },
  message: OutgoingMessage,
  position: Placed,
): Promise<StoredMessage> {
  const { rendered, source } = message.content;
  const sender = rendered.hasAttachment ? await accountById(writer, message.senderId) : undefined;
  const linked = sender
    ? await linkableBy(tableLookup({ writer, account: sender }), rendered.uploadPaths)
    : [];
  const widget = message.widget ?? widgetContent(source);
  const newMessage: NewMessage = {
    ...position,
    conversation_id: conversation.id,
    sender_id: message.senderId,
    client: message.client,
    content: source,
    rendered_content: rendered.html,
    sent_at: writer.now,
    sequence,
    is_moved: 0,
    last_edited_at: null,
    last_moved_at: null,
    has_edits: 0,
    has_link: rendered.hasLink ? 1 : 0,
    has_image: rendered.hasImage ? 1 : 0,
    has_attachment: linked.length > 0 ? 1 : 0,
    has_reaction: 0,
    has_submessage: widget === undefined ? 0 : 1,
    is_me_message: rendered.isMeMessage ? 1 : 0,
    is_read_by_sender: message.isReadBySender ? 1 : 0,
  };
  const id = await insertMessage(writer, newMessage);
  const row = { ...newMessage, id, organization_id: writer.organizationId };
  await queuePreviewFetch(writer, id, message.content);
  const uploads = linked.length > 0 ? await relinkMessage(writer, id, linked) : noUploadChanges;
  if (widget === undefined) return { row, submessages: [], uploads };
  const first = { sender_id: row.sender_id, msg_type: 'widget', content: widget, sequence };
  return { row, submessages: [await insertSubmessage(writer, row, first)], uploads };
}

/** Stores rows for exceptions: direct mentions, alert words, accounts that muted the sender. */
export async function storePersonalRows(
  writer: Writer,
  row: MessageRow,
  message: OutgoingMessage,
  receiversAmong: ReceiversAmong,
): Promise<{ mentioned: number[]; alerted: number[]; read: number[] }> {
  const bits = new Map<number, number>();
  for (const id of message.content.rendered.mentionedUserIds) bits.set(id, FlagBit.mentioned);
  for (const id of message.content.alertedIds) {
    bits.set(id, (bits.get(id) ?? 0) | FlagBit.has_alert_word);
  }
  const muters = (await mutersOf.all(writer, { muted: row.sender_id })).map(({ account_id }) => account_id);
  const concerned = [...bits.keys(), ...muters];
  const receivers = concerned.length > 0 ? await receiversAmong(concerned) : new Set<number>();
  const receivedBits = [...bits].filter(([id]) => receivers.has(id));
  const idsWithFlags = (matches: (flags: number) => boolean) =>
    receivedBits.filter(([, flags]) => matches(flags)).map(([id]) => id);
  for (const flags of new Set(receivedBits.map(([, accountFlags]) => accountFlags))) {
    const ids = JSON.stringify(idsWithFlags((accountFlags) => accountFlags === flags));
    await insertPersonal.all(writer, { message: row.id, flags, ids });
  }
  const muting = muters.filter((id) => receivers.has(id));
  if (muting.length > 0) {
    const ids = JSON.stringify(muting);
    await insertRead.all(writer, { message: row.id, conversation: row.conversation_id, ids });
  }
  const mentioned = idsWithFlags((flags) => (flags & FlagBit.mentioned) !== 0);
  const alerted = idsWithFlags((flags) => (flags & FlagBit.has_alert_word) !== 0);
  const readerIds = [...(message.isReadBySender ? [row.sender_id] : []), ...muting];
  return { mentioned, alerted, read: readerIds };
}
