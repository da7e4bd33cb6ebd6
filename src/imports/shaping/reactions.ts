// The reactions of a message, as its reader gathers them.

import type { PreparedMessage } from '../prepared/prepared-archive.ts';
import type { KnownEmoji } from './emoji-names.ts';

type Reaction = PreparedMessage['reactions'][number];

/** Gathers reactions. The same emoji with another skin is the same here, and counts once for each person. */
export class GatheredReactions {
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
