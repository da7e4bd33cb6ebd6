// Reactions. A reaction is identified by message, account, type and code; the emoji name is only the name that the
// emoji had when the reaction was added.

import type { ReactionRow } from '../../model/messages/message-row.ts';
import { preparedRead, preparedWrite } from '../../storage/prepared.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import type { EmojiReference } from '../emoji/emoji-reference.ts';

const ofMessage = preparedRead<{ message: number }>()((db, p) =>
  db.selectFrom('reaction').selectAll().where('message_id', '=', p.message).orderBy('id'),
);
const insert = preparedWrite<{
  organization: number;
  message: number;
  account: number;
  name: string;
  code: string;
  type: string;
}>()((db, p) =>
  db.insertInto('reaction').values({
    organization_id: p.organization,
    message_id: p.message,
    account_id: p.account,
    emoji_name: p.name,
    emoji_code: p.code,
    reaction_type: p.type,
  }),
);
const remove = preparedWrite<{ id: number }>()((db, p) => db.deleteFrom('reaction').where('id', '=', p.id));
const setHasReaction = preparedWrite<{ id: number; has: number }>()((db, p) =>
  db.updateTable('message').set({ has_reaction: p.has }).where('id', '=', p.id),
);

/** The reactions to a message, oldest first. */
export function reactionsTo(writer: Writer, messageId: number): Promise<ReactionRow[]> {
  return ofMessage.all(writer, { message: messageId });
}

/** Stores a new reaction and sets the message's flag. */
export async function insertReaction(
  writer: Writer,
  messageId: number,
  accountId: number,
  emoji: EmojiReference,
): Promise<void> {
  await insert.all(writer, {
    organization: writer.organizationId,
    message: messageId,
    account: accountId,
    name: emoji.name,
    code: emoji.code,
    type: emoji.reactionType,
  });
  await setHasReaction.all(writer, { id: messageId, has: 1 });
}

/** Removes a reaction; `isLast` means the message then has none. */
export async function deleteReaction(writer: Writer, reaction: ReactionRow, isLast: boolean): Promise<void> {
  await remove.all(writer, { id: reaction.id });
  if (isLast) await setHasReaction.all(writer, { id: reaction.message_id, has: 0 });
}
