// The names of Unicode emoji in the API. Each emoji has a code (code points in lower-case hex joined by `-`, without
// variation selectors), one canonical name and possibly aliases: the name that clients know, then the short name in
// Unicode's CLDR, for faces with and without that word, and a keyword of CLDR. The table is loaded on first use.

import { tools } from '#markdown-tools';

export interface NamedEmoji {
  /** The requested name. */
  readonly name: string;
  readonly code: string;
  readonly reactionType: 'unicode_emoji' | 'zulip_extra_emoji';
}

/** The only emoji that is neither in Unicode nor custom, with its image. */
export const EXTRA_EMOJI = {
  name: 'zulip',
  url: '/static/generated/emoji/images/emoji/unicode/zulip.png',
} as const;

interface Table {
  readonly codeOf: ReadonlyMap<string, string>;
  readonly namesOf: ReadonlyMap<string, readonly string[]>;
}

let table: Table | undefined;

function loadTable(): Table {
  if (table !== undefined) return table;
  const codeOf = new Map<string, string>();
  const namesOf = new Map<string, readonly string[]>();
  for (const [code, names] of tools.emoji()) {
    namesOf.set(code, names);
    for (const name of names) codeOf.set(name, code);
  }
  table = { codeOf, namesOf };
  return table;
}

/** The emoji with a name or alias, excluding custom emoji. */
export function emoji(name: string): NamedEmoji | undefined {
  if (name === EXTRA_EMOJI.name) return { name, code: name, reactionType: 'zulip_extra_emoji' };
  const code = loadTable().codeOf.get(name);
  return code === undefined ? undefined : { name, code, reactionType: 'unicode_emoji' };
}

/** All names of a Unicode emoji, the canonical one first; undefined if the code is unknown. */
export function emojiNames(code: string): readonly string[] | undefined {
  return loadTable().namesOf.get(code);
}

/** The code of typed characters, whether or not it is known. */
export function emojiCode(characters: string): string {
  const codePoints = [...characters].map((character) => (character.codePointAt(0) ?? 0).toString(16));
  return codePoints
    .filter((hex) => hex !== 'fe0f')
    .map((hex) => hex.padStart(4, '0'))
    .join('-');
}

export function emojiCharacters(code: string): string {
  return String.fromCodePoint(...code.split('-').map((hex) => Number.parseInt(hex, 16)));
}

/** The JSON document that clients fetch from `server_emoji_data_url`. */
export function emojiDataJson(): string {
  return JSON.stringify({ code_to_names: Object.fromEntries(loadTable().namesOf) });
}
