// The emoji of an organization: those of Unicode, with the names the server gives them, and custom emoji.

import { normalizeName, rankMatches } from './ranking.ts';

export interface Emoji {
  /** The name written between colons. */
  readonly name: string;
  readonly names: readonly string[];
  /** Unique within its `type`. */
  readonly code: string;
  readonly type: 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji';
  /** The characters; undefined for a picture. */
  readonly text?: string;
  readonly url?: string;
}

/** The document at `server_emoji_data_url`. */
export interface EmojiData {
  readonly code_to_names: Readonly<Record<string, readonly string[]>>;
}

export interface OrganizationEmoji {
  readonly id: string;
  readonly name: string;
  readonly source_url: string;
  readonly deactivated: boolean;
}

const EXTRA = 'zulip';

/** Sort key: faces before gestures and animals, then things and symbols, flags last. */
function sortKey(code: string): number {
  const point = Number.parseInt(code, 16);
  const groups: readonly (readonly [from: number, to: number])[] = [
    [0x1f600, 0x1f64f],
    [0x1f900, 0x1f9ff],
    [0x1f400, 0x1f5ff],
    [0x1fa70, 0x1faff],
    [0x1f300, 0x1f3ff],
    [0x1f680, 0x1f6ff],
    [0x1f7e0, 0x1f7ff],
    [0, 0x1f1e5],
    [0x1f200, 0x1f2ff],
  ];
  const group = groups.findIndex(([from, to]) => point >= from && point <= to);
  return (group < 0 ? groups.length : group) * 0x200000 + point;
}

/** All emoji to choose from: custom ones first. They replace others of the same name. */
export function buildEmoji(
  data: EmojiData,
  own: readonly OrganizationEmoji[],
  textOf: (code: string) => string,
): Emoji[] {
  const pictures = own
    .filter(({ deactivated }) => !deactivated)
    .map(
      ({ id, name, source_url: url }): Emoji => ({ name, names: [name], code: id, type: 'realm_emoji', url }),
    );
  const customNames = new Set(pictures.map(({ name }) => name));
  const extra: Emoji = {
    name: EXTRA,
    names: [EXTRA],
    code: EXTRA,
    type: 'zulip_extra_emoji',
    url: '/static/generated/emoji/images/emoji/unicode/zulip.png',
  };
  const inOrder = Object.entries(data.code_to_names).sort(([a], [b]) => sortKey(a) - sortKey(b));
  const unicode = inOrder.flatMap(([code, all]): Emoji[] => {
    const names = all.filter((name) => !customNames.has(name));
    const [name] = names;
    return name === undefined ? [] : [{ name, names, code, type: 'unicode_emoji', text: textOf(code) }];
  });
  return [...pictures, ...unicode, ...(customNames.has(EXTRA) ? [] : [extra])];
}

/** The most common reactions, in the order in which they are offered. */
const popular = ['1f44d', '1f389', '1f642', '2764', '1f6e0', '1f419', '1f440', '2705', '1f602', '1f64f'];

export function popularEmoji(all: readonly Emoji[]): Emoji[] {
  const byCode = new Map(all.map((emoji) => [emoji.code, emoji]));
  return popular.flatMap((code) => byCode.get(code) ?? []);
}

/** The emoji that match a query; popular ones first among equal matches. */
export function findEmoji(all: readonly Emoji[], query: string, limit = 8): Emoji[] {
  const text = query.replaceAll(' ', '_');
  const found = rankMatches(all, text, {
    namesOf: ({ names }) => names,
    weightOf: ({ code, type }) => (popular.includes(code) ? 2 : type === 'realm_emoji' ? 1 : 0),
    limit,
  });
  // The emoji is inserted under the name that matched.
  const prefix = normalizeName(text);
  return found.map((emoji) => {
    const name = emoji.names.find((name) => name.startsWith(prefix)) ?? emoji.name;
    return name === emoji.name ? emoji : { ...emoji, name };
  });
}
