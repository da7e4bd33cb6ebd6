// The organization's own emoji as they are listed, and the names that they may have.

import type { Section, State } from '../../../client/state/state.ts';

export type CustomEmoji = Section<'realm_emoji'>[string];

/** Those that can be used, by name. */
export function shownEmoji(state: State): readonly CustomEmoji[] {
  return Object.values(state.realm_emoji ?? {})
    .filter(({ deactivated }) => !deactivated)
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** A name for the picture in a file: `Party Parrot!.gif` is `party_parrot`. */
export function nameOfFile(file: string): string {
  return file
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
    .replace(/[^0-9a-z.\-_]+/g, '_')
    .replace(/^[.\-_]+|[.\-_]+$/g, '');
}
