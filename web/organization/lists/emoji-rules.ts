// Lists custom emoji and derives their names.

import type { Section, State } from '../../../client/state/state.ts';

export type CustomEmoji = Section<'realm_emoji'>[string];

/** The active ones, by name. */
export function activeEmoji(state: State): readonly CustomEmoji[] {
  return Object.values(state.realm_emoji ?? {})
    .filter(({ deactivated }) => !deactivated)
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** A name from a file name: `Party Parrot!.gif` becomes `party_parrot`. */
export function emojiNameFrom(file: string): string {
  return file
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
    .replace(/[^0-9a-z.\-_]+/g, '_')
    .replace(/^[.\-_]+|[.\-_]+$/g, '');
}
