// Collects the reactions of a message.

import type { PreparedMessage } from '../prepared/prepared-archive.ts';
import type { KnownEmoji } from './emoji-names.ts';

type Reaction = PreparedMessage['reactions'][number];

/** Collects reactions. Emoji that differ only in skin tone are the same, and count once per person. */
export class ReactionCollector {
  readonly #found = new Map<string, Reaction>();

  add(
    accountId: number,
    { name: emojiName, code: emojiCode }: KnownEmoji,
    reactionType: Reaction['reactionType'] = 'unicode_emoji',
  ): void {
    this.#found.set(`${accountId} ${emojiCode}`, { accountId, emojiName, emojiCode, reactionType });
  }

  get all(): readonly Reaction[] {
    return [...this.#found.values()];
  }
}
