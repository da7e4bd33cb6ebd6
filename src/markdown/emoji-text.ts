// Emoji as characters, for mails and for texts that are not rendered, such as topic names.

import { emoji, emojiCharacters } from './emoji-names.ts';

const NAMED = /:([\p{L}\p{N}_+-]{1,60}):/gu;
const SHOWN_IN_COLOR = /^(?:\p{Emoji_Presentation}|\p{RI})/u;
const KEYCAP = '\u20e3';
const AS_EMOJI = '\ufe0f';

/**
 * The characters of a code, with the variation selector that makes programs show a picture where they would
 * show the character alone as text.
 */
export function emojiWithVariation(code: string): string {
  const characters = emojiCharacters(code);
  if (characters.endsWith(KEYCAP)) return `${characters.slice(0, -1)}${AS_EMOJI}${KEYCAP}`;
  return [...characters].length > 1 || SHOWN_IN_COLOR.test(characters)
    ? characters
    : `${characters}${AS_EMOJI}`;
}

/** Replaces names of emoji in a text by their characters; custom emoji keep their names. */
export function withEmojiCharacters(text: string): string {
  return text.replace(NAMED, (match, name: string) => {
    const found = emoji(name);
    return found?.reactionType === 'unicode_emoji' ? emojiWithVariation(found.code) : match;
  });
}
