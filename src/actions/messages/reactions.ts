// Adds and removes reactions to a message, inside a unit of work.

import { ApiError, badRequest } from '../../api-contract/error.ts';
import { newPartialEvent } from '../../api-contract/event-declaration.ts';
import { limits } from '../../api-contract/limits.ts';
import { reactionEventType } from '../../model/messages/message-event-schema.ts';
import { FlagBit } from '../../model/messages/message-flags.ts';
import type { ReactionRow } from '../../model/messages/message-row.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { tableLookup } from '../../stores/channel-access/lookup.ts';
import {
  checkEmojiReference,
  type EmojiReference,
  type ReactionType,
  referenceByName,
} from '../../stores/emoji/emoji-reference.ts';
import { type AccessibleMessage, modifiableMessage } from '../../stores/message-access/message-access.ts';
import { messageAudience } from '../../stores/messages/message-audience.ts';
import { arrivalsByMessage } from '../../stores/messages/message-store.ts';
import { insertPersonalRow } from '../../stores/messages/personal-store.ts';
import { deleteReaction, insertReaction, reactionsTo } from '../../stores/messages/reaction-store.ts';
import { wasReceived } from '../../stores/read-state/personal-flags.ts';
import { markReacted } from '../../stores/search/index-markers.ts';
import { periodsAroundMessages } from '../../stores/subscriptions/period-store.ts';
import { applyParticipation } from '../user-topics/automatic.ts';

/** An emoji as a client names it; parts may be missing. */
export interface NamedReaction {
  readonly name?: string | undefined;
  readonly code?: string | undefined;
  readonly type?: ReactionType | undefined;
}

async function actorAndMessage(
  writer: Writer,
  actorId: number,
  messageId: number,
): Promise<AccessibleMessage> {
  const actor = await accountById(writer, actorId);
  if (!actor?.isActive) throw badRequest('User not authorized for this query');
  return modifiableMessage(tableLookup({ writer, account: actor }), messageId);
}

/** Adds a reaction. If others reacted with the same code, it gets the name that they used. */
export async function addReaction(
  writer: Writer,
  actorId: number,
  messageId: number,
  named: NamedReaction & { readonly name: string },
): Promise<void> {
  const message = await actorAndMessage(writer, actorId, messageId);
  const emoji = await resolveEmoji(writer, named);
  const all = await reactionsTo(writer, messageId);
  const sameEmoji = all.filter(
    (reaction) => reaction.emoji_code === emoji.code && reaction.reaction_type === emoji.reactionType,
  );
  if (sameEmoji.some((reaction) => reaction.account_id === actorId)) {
    throw new ApiError(400, 'REACTION_ALREADY_EXISTS', 'Reaction already exists.');
  }
  const [first] = sameEmoji;
  if (!first) {
    await checkEmojiReference(writer, emoji);
    checkEmojiLimit(all);
  }
  const namedEmoji = first ? { ...emoji, name: first.emoji_name } : emoji;
  await insertReaction(writer, messageId, actorId, namedEmoji);
  if (all.length === 0) await markReacted(writer, messageId);
  await addToHistory(writer, actorId, message);
  await emitReaction(writer, message, { op: 'add', actorId, ...namedEmoji });
  await applyParticipation(writer, actorId, message.channel, message.conversation);
}

/** Refuses one more emoji on a message, since every reader is sent all of them. */
function checkEmojiLimit(reactions: readonly ReactionRow[]): void {
  const different = new Set(reactions.map((reaction) => `${reaction.reaction_type} ${reaction.emoji_code}`));
  if (different.size < limits.reactionEmojiPerMessage) return;
  throw badRequest(
    `A message has at most ${limits.reactionEmojiPerMessage} different reactions. Use an existing one, or remove one of yours.`,
  );
}

async function resolveEmoji(
  writer: Writer,
  named: NamedReaction & { readonly name: string },
): Promise<EmojiReference> {
  const { name, code, type } = named;
  if (code !== undefined && type !== undefined) return { name, code, reactionType: type };
  const byName = await referenceByName(writer, name);
  return { name, code: code ?? byName.code, reactionType: type ?? byName.reactionType };
}

/** Adds a message that was never received to the history of the account that reacts. */
async function addToHistory(writer: Writer, actorId: number, { row }: AccessibleMessage): Promise<void> {
  const arrivals = await arrivalsByMessage(writer, row.is_moved === 1 ? [row.id] : []);
  if (wasReceived(row, await periodsAroundMessages(writer, actorId, [row.id]), arrivals)) return;
  await insertPersonalRow(writer, actorId, row.id, FlagBit.historical);
}

/** Removes the actor's own reaction, named by its code or its name. */
export async function removeReaction(
  writer: Writer,
  actorId: number,
  messageId: number,
  named: NamedReaction,
): Promise<void> {
  const message = await actorAndMessage(writer, actorId, messageId);
  if (named.code === undefined && named.name === undefined) {
    throw badRequest('At least one of the following arguments must be present: emoji_name, emoji_code');
  }
  const all = await reactionsTo(writer, messageId);
  const reaction = await ownReaction(
    writer,
    all.filter((reaction) => reaction.account_id === actorId),
    named,
  );
  if (!reaction) throw new ApiError(400, 'REACTION_DOES_NOT_EXIST', "Reaction doesn't exist.");
  await deleteReaction(writer, reaction, all.length === 1);
  await emitReaction(writer, message, {
    op: 'remove',
    actorId,
    name: reaction.emoji_name,
    code: reaction.emoji_code,
    reactionType: reaction.reaction_type as ReactionType,
  });
}

async function ownReaction(
  writer: Writer,
  own: readonly ReactionRow[],
  named: NamedReaction,
): Promise<ReactionRow | undefined> {
  const ofType = own.filter((reaction) => named.type === undefined || reaction.reaction_type === named.type);
  if (named.code !== undefined) return ofType.find((reaction) => reaction.emoji_code === named.code);
  const byName = ofType.find((reaction) => reaction.emoji_name === named.name);
  if (byName) return byName;
  // Another name of the same emoji.
  const reference = await referenceByName(writer, named.name ?? '');
  return ofType.find(
    (reaction) => reaction.emoji_code === reference.code && reaction.reaction_type === reference.reactionType,
  );
}

async function emitReaction(
  writer: Writer,
  message: AccessibleMessage,
  { op, actorId, ...emoji }: EmojiReference & { readonly op: 'add' | 'remove'; readonly actorId: number },
): Promise<void> {
  const { row } = message;
  writer.emit(
    newPartialEvent(
      reactionEventType,
      {
        op,
        message_id: row.id,
        emoji_name: emoji.name,
        emoji_code: emoji.code,
        reaction_type: emoji.reactionType,
        user_id: actorId,
      },
      { audience: await messageAudience(writer, message, actorId), touches: { messages: [row.id] } },
    ),
  );
}
