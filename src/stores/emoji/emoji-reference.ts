// An emoji as stored in reactions and statuses: a name, its namespace, and its code there. Finds emoji by
// name and checks references.

import { badRequest } from '../../api-contract/error.ts';
import { emoji as builtInEmoji, EXTRA_EMOJI, emojiNames } from '../../markdown/emoji-names.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { findEmoji, readEmoji } from './emoji-store.ts';

/** The namespaces; the last is the product's own, whose other name on the wire is `service_extra_emoji`. */
const reactionTypes = ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'] as const;
export type ReactionType = (typeof reactionTypes)[number];

export interface EmojiReference {
  readonly name: string;
  /** Code points in hex; the id of a custom emoji; the name of an extra emoji. */
  readonly code: string;
  readonly reactionType: ReactionType;
}

/** The emoji with a name; the organization's own take precedence. @throws `Emoji '…' does not exist` */
export async function referenceByName(reader: Reader, name: string): Promise<EmojiReference> {
  const custom = await findEmoji(reader, name);
  if (custom) return { name, code: String(custom.id), reactionType: 'realm_emoji' };
  const builtIn = builtInEmoji(name);
  if (!builtIn) throw badRequest(`Emoji '${name}' does not exist`);
  return { name, code: builtIn.code, reactionType: builtIn.reactionType };
}

/** Checks that the name, code and namespace of a reference belong together. */
export async function checkEmojiReference(reader: Reader, emoji: EmojiReference): Promise<void> {
  switch (emoji.reactionType) {
    case 'unicode_emoji': {
      const names = emojiNames(emoji.code);
      if (!names) throw badRequest('Invalid emoji code');
      if (!names.includes(emoji.name)) throw badRequest('Invalid emoji name.');
      return;
    }
    case 'zulip_extra_emoji':
      if (emoji.code !== EXTRA_EMOJI.name) throw badRequest('Invalid emoji code');
      if (emoji.name !== emoji.code) throw badRequest('Invalid emoji name.');
      return;
    case 'realm_emoji': {
      const custom = (await readEmoji(reader)).find((customEmoji) => String(customEmoji.id) === emoji.code);
      if (!custom) throw badRequest('Invalid custom emoji.');
      if (custom.name !== emoji.name) throw badRequest('Invalid custom emoji name.');
      if (custom.isDeactivated) throw badRequest('This custom emoji has been deactivated.');
    }
  }
}
