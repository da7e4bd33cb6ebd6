// A custom emoji in its wire form.

import { anyText, boolean, type Decoded, id, nullable, record } from '../../api-contract/codec.ts';
import type { CustomEmoji } from './custom-emoji.ts';

export const emojiSchema = record({
  id: anyText,
  name: anyText,
  source_url: anyText,
  still_url: nullable(anyText),
  deactivated: boolean,
  author_id: nullable(id),
});

export type WireEmoji = Decoded<typeof emojiSchema>;

/** The URL of an emoji's picture, relative to the organization's address. */
export function emojiUrl(organizationId: number, fileName: string): string {
  return `/user_avatars/${organizationId}/emoji/images/${fileName}`;
}

function stillUrl(organizationId: number, fileName: string): string {
  return `/user_avatars/${organizationId}/emoji/images/still/${fileName}`;
}

export function wireEmoji(emoji: CustomEmoji, organizationId: number): WireEmoji {
  return {
    id: String(emoji.id),
    name: emoji.name,
    source_url: emojiUrl(organizationId, emoji.fileName),
    still_url: emoji.isAnimated ? stillUrl(organizationId, emoji.fileName) : null,
    deactivated: emoji.isDeactivated,
    author_id: emoji.authorId,
  };
}

/** All emoji, keyed by id. */
export function wireEmojiTable(
  emoji: readonly CustomEmoji[],
  organizationId: number,
): Record<string, WireEmoji> {
  return Object.fromEntries(
    emoji.map((customEmoji) => [String(customEmoji.id), wireEmoji(customEmoji, organizationId)]),
  );
}
