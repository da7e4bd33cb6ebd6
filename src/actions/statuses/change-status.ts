// Changes the parts of an account's status that were sent, inside a unit of work.

import { badRequest } from '../../api-contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Status } from '../../model/statuses/status.ts';
import { statusChanged } from '../../model/statuses/status-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import {
  checkEmojiReference,
  type EmojiReference,
  type ReactionType,
  referenceByName,
} from '../../stores/emoji/emoji-reference.ts';
import { putStatus, readStatus } from '../../stores/statuses/status-store.ts';

export interface SentStatus {
  readonly status_text?: string | undefined;
  readonly emoji_name?: string | undefined;
  readonly emoji_code?: string | undefined;
  readonly reaction_type?: ReactionType | undefined;
}

/** @throws for a request that changes nothing, and for parts of an emoji without its name */
export function checkSentStatus(sent: SentStatus, hasOtherChange: boolean): void {
  if (sent.emoji_name === undefined && (sent.emoji_code !== undefined || sent.reaction_type !== undefined)) {
    throw badRequest('Client must pass emoji_name if they pass either emoji_code or reaction_type.');
  }
  if (sent.status_text === undefined && sent.emoji_name === undefined && !hasOtherChange) {
    throw badRequest('Client did not pass any new values.');
  }
}

/** The emoji of a name, with the code and namespace that were sent, or else its own. */
async function namedEmoji(writer: Writer, name: string, sent: SentStatus): Promise<EmojiReference> {
  const { emoji_code: code, reaction_type: type } = sent;
  if (code !== undefined && type !== undefined) {
    const emoji = { name, code, reactionType: type };
    await checkEmojiReference(writer, emoji);
    return emoji;
  }
  const byName = await referenceByName(writer, name);
  const emoji = { name, code: code ?? byName.code, reactionType: type ?? byName.reactionType };
  await checkEmojiReference(writer, emoji);
  return emoji;
}

async function changedStatus(writer: Writer, status: Status, sent: SentStatus): Promise<Status> {
  const text = sent.status_text?.trim() ?? status.text;
  if (sent.emoji_name === undefined) return { ...status, text };
  if (sent.emoji_name === '') return { text, emojiName: '', emojiCode: '', reactionType: '' };
  const emoji = await namedEmoji(writer, sent.emoji_name, sent);
  return { text, emojiName: emoji.name, emojiCode: emoji.code, reactionType: emoji.reactionType };
}

/**
 * Updates an account's status and emits it to those who see the account; does nothing if the status stays the
 * same.
 */
export async function changeStatus(writer: Writer, account: Account, sent: SentStatus): Promise<void> {
  const before = await readStatus(writer, account.id);
  const after = await changedStatus(writer, before, sent);
  const isSame =
    before.text === after.text &&
    before.emojiName === after.emojiName &&
    before.emojiCode === after.emojiCode &&
    before.reactionType === after.reactionType;
  if (isSame) return;
  await putStatus(writer, account.id, after);
  writer.emit(statusChanged(account, after, !account.settings.presence_enabled));
}
