// `realm_emoji` events: the emoji that changed and, for clients that do not support single changes, the whole
// table in `extra`.

import { anyText, boolean, described, mapOf, record } from '../../api-contract/codec.ts';
import type { NewEvent } from '../../api-contract/event.ts';
import { eventTypeWithOps, newEvent, type PayloadOf } from '../../api-contract/event-declaration.ts';
import type { CustomEmoji } from './custom-emoji.ts';
import { emojiSchema, type WireEmoji, wireEmoji, wireEmojiTable } from './wire-emoji.ts';

export const emojiEvent = eventTypeWithOps('realm_emoji', 'The custom emoji of the organization changed.', {
  update: {
    realm_emoji: described(
      mapOf(emojiSchema),
      'All emoji. Sent in place of the other events to clients without the capability `individual_emoji_changes`.',
    ),
  },
  add: { emoji: emojiSchema },
  update_one: { emoji_id: anyText, data: record({ deactivated: boolean }) },
});

/** Data that the view of these events needs in addition to the payload. */
export interface EmojiEventExtra {
  readonly table: Readonly<Record<string, WireEmoji>>;
}

function event(
  payload: PayloadOf<typeof emojiEvent>,
  all: readonly CustomEmoji[],
  organizationId: number,
): NewEvent {
  const extra: EmojiEventExtra = { table: wireEmojiTable(all, organizationId) };
  return newEvent(emojiEvent, payload, {
    audience: { kind: 'everyone' },
    extra: { ...extra },
    touches: { emoji: true },
  });
}

/** @param all every emoji of the organization after the change */
export function emojiAdded(
  emoji: CustomEmoji,
  all: readonly CustomEmoji[],
  organizationId: number,
): NewEvent {
  return event({ op: 'add', emoji: wireEmoji(emoji, organizationId) }, all, organizationId);
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
  const payload = { op: 'update_one', emoji_id: String(emoji.id), data: { deactivated: true } } as const;
  return event(payload, all, organizationId);
}
