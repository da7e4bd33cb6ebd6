// The custom emoji of an archive, by their names in the archive.

import { normalEmojiName } from '../../model/emoji/emoji-rules.ts';
import type { ArchiveFile } from '../archive/archive-folder.ts';
import type { ImportedEmoji } from '../records/directory.ts';
import type { Notes } from '../records/notes.ts';
import type { KnownEmoji } from './emoji-names.ts';

/** Collects custom emoji. An emoji whose name is invalid or taken here is skipped and noted. */
export class EmojiCollector {
  readonly #notes: Notes;
  readonly #takenNames = new Set<string>();
  readonly #byName = new Map<string, KnownEmoji>();
  readonly #emoji: ImportedEmoji[] = [];

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  get emoji(): readonly ImportedEmoji[] {
    return this.#emoji;
  }

  /** The emoji that was added under a name of the archive; its code is its id. */
  byName(name: string): KnownEmoji | undefined {
    return this.#byName.get(name);
  }

  add(archivedName: string, file: ArchiveFile | undefined): void {
    const name = validName(archivedName);
    if (name === undefined || this.#takenNames.has(name)) {
      this.#notes.add('custom emoji', 'their names are invalid or duplicates');
      return;
    }
    this.#takenNames.add(name);
    const id = this.#emoji.length + 1;
    this.#emoji.push({ id, name, authorId: null, isDeactivated: false, file });
    this.#byName.set(archivedName, { name, code: String(id) });
  }

  /** Adds another name for an emoji that was added. */
  addAlias(name: string, other: string): void {
    const emoji = this.#byName.get(other);
    if (emoji && !this.#byName.has(name)) this.#byName.set(name, emoji);
  }
}

function validName(archivedName: string): string | undefined {
  try {
    return normalEmojiName(archivedName.replaceAll("'", '').replace(/[._-]+$/, ''));
  } catch {
    return undefined;
  }
}
