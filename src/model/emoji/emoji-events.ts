// `realm_emoji` events: the emoji that changed and, for clients that do not support single changes, the whole
// table in `extra`.

import type { NewEvent } from '../../api-contract/event.ts';
import type { CustomEmoji } from './custom-emoji.ts';
import { wireEmoji, wireEmojiTable } from './wire-emoji.ts';

function emojiEvent(
  payload: NewEvent['payload'],
  all: readonly CustomEmoji[],
  organizationId: number,
): NewEvent {
  return {
    type: 'realm_emoji',
    audience: { kind: 'everyone' },
    payload,
    extra: { table: wireEmojiTable(all, organizationId) },
    touches: { emoji: true },
  };
}

/** @param all every emoji of the organization after the change */
export function emojiAdded(
  emoji: CustomEmoji,
  all: readonly CustomEmoji[],
  organizationId: number,
): NewEvent {
  return emojiEvent({ op: 'add', emoji: wireEmoji(emoji, organizationId) }, all, organizationId);
}

/**
 * The emoji can no longer be chosen.
 * @param all every emoji of the organization after the change
 */
export function emojiDeactivated(
  emoji: CustomEmoji,
  all: readonly CustomEmoji[],
  organizationId: number,
): NewEvent {
  const payload = { op: 'update_one', emoji_id: String(emoji.id), data: { deactivated: true } };
  return emojiEvent(payload, all, organizationId);
}
