// The names of emoji in other services, where they differ from ours. Each line of the table has a code followed by
// such names.

import { readFileSync } from 'node:fs';
import { emoji, emojiCode, emojiNames } from '../../markdown/emoji-names.ts';

export interface KnownEmoji {
  /** The canonical name in Parley. */
  readonly name: string;
  readonly code: string;
}

let table: ReadonlyMap<string, string> | undefined;

function otherNames(): ReadonlyMap<string, string> {
  if (table) return table;
  const found = new Map<string, string>();
  const lines = readFileSync(new URL('./emoji-names.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  for (const line of lines) {
    const [code = '', ...names] = line.split(' ');
    for (const name of names) found.set(name, code);
  }
  table = found;
  return found;
}

const FIRST_INDICATOR = 0x1f1e6;
const LETTER_A = 0x61;

/** The code of a country's flag, by its two letters. */
function flagCode(letters: string): string {
  return [...letters]
    .map((letter) => (FIRST_INDICATOR + (letter.codePointAt(0) ?? 0) - LETTER_A).toString(16))
    .join('-');
}

/** The Unicode emoji with a name in another service, without its skin tone; undefined if unknown. */
export function emojiByServiceName(name: string): KnownEmoji | undefined {
  const plain = name.split('::')[0]?.toLowerCase() ?? '';
  const letters = /^flag-([a-z]{2})$/.exec(plain)?.[1];
  const code = otherNames().get(plain) ?? (letters ? flagCode(letters) : emoji(plain)?.code);
  const canonical = code === undefined ? undefined : emojiNames(code)?.[0];
  return code === undefined || canonical === undefined ? undefined : { name: canonical, code };
}

const NAMED = /:([\w+'-]{1,100}):(?::skin-tone-\d:)?/g;

/** Replaces names of emoji in a text with Parley's; `isOwn` returns whether a name is a custom emoji. */
export function withParleyEmojiNames(text: string, isOwn: (name: string) => boolean): string {
  return text.replace(NAMED, (match, name: string) => {
    if (isOwn(name)) return match;
    const emoji = emojiByServiceName(name);
    return emoji ? `:${emoji.name}:` : match;
  });
}

/**
 * The emoji that a text consists of: its characters, in any skin tone, or its name in another service; undefined
 * if it is not an emoji.
 */
export function emojiOf(text: string): KnownEmoji | undefined {
  if (text.length > LONGEST_EMOJI) return undefined;
  const code = emojiCode(text.replaceAll(/[\u{1f3fb}-\u{1f3ff}]/gu, ''));
  const name = emojiNames(code)?.[0];
  return name === undefined ? emojiByServiceName(text) : { name, code };
}

const LONGEST_EMOJI = 100;
