// The items of the command palette.

import type { IconName } from '../components/icon-names.ts';
import type { MenuItem } from '../components/menu-item.ts';
import { rankMatches } from '../lib/ranking.ts';

export const paletteKinds = ['conversations', 'people', 'messages', 'actions'] as const;
export type PaletteKind = (typeof paletteKinds)[number];

/** The prefix that shows one kind only. */
export const kindPrefixes: Readonly<Record<PaletteKind, string>> = {
  conversations: '#',
  people: '@',
  messages: '/',
  actions: '>',
};

export interface PaletteItem {
  /** Identifies it across openings, since items that are used often are ranked higher. */
  readonly key: string;
  readonly name: string;
  /** Shown before the name: the channel of a topic, the sender of a message. */
  readonly context?: string;
  /** Described to those who do not see the icon. */
  readonly about?: string;
  /** Shown at the end of the row. */
  readonly note?: string;
  readonly keyHint?: string;
  /** Unread messages. */
  readonly count?: number;
  readonly picture:
    | { readonly icon: IconName; readonly color?: string }
    /** The participants of a direct conversation, or the sender of a message. */
    | { readonly ids: readonly number[] };
  /** The address it opens, or what it does. */
  readonly opens: string | (() => void);
  /** Whether it is disabled while the server cannot be reached. */
  readonly needsServer?: boolean;
  /** The actions on it. */
  readonly more?: () => readonly MenuItem[];
}

export interface PaletteSection {
  /** `visited` for the conversations last visited, `saved` for saved searches, `more` for the actions on an item. */
  readonly kind: PaletteKind | 'visited' | 'saved' | 'more';
  readonly items: readonly PaletteItem[];
}

/** The items of a menu; the key of each begins with `prefix`. */
export function itemsOfMenu(menu: readonly MenuItem[], prefix: string): PaletteItem[] {
  return menu.flatMap((item) => {
    if (item === 'line') return [];
    const { label, icon = 'next', keyHint, needsServer, onChoose } = item;
    return {
      key: `${prefix} ${label}`,
      name: label,
      picture: { icon },
      opens: onChoose,
      ...(keyHint !== undefined && { keyHint }),
      ...(needsServer && { needsServer }),
    };
  });
}

/** The actions on an item that match the text: without a text in the order of its menu. */
export function moreSection(item: PaletteItem, words: string): PaletteSection {
  const items = itemsOfMenu(item.more?.() ?? [], item.key);
  if (words === '') return { kind: 'more', items };
  return { kind: 'more', items: rankMatches(items, words, { namesOf: ({ name }) => [name], limit: 50 }) };
}
