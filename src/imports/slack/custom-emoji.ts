// Custom emoji beside a Slack export: Slack puts none into it, but tools do, as pictures in a folder and a list of addresses
// and of other names (`emoji.json`).

import { isRecord } from '../../contract/codec.ts';
import { normalEmojiName } from '../../model/emoji/rules.ts';
import type { ArchiveFile, ArchiveFolder } from '../archive/archive-folder.ts';
import { readJson } from '../archive/small-json.ts';
import type { ImportedEmoji } from '../records/directory.ts';
import type { Notes } from '../records/notes.ts';

const PICTURE = /^emojis?\/([^/]+)\.(?:png|gif|jpe?g|webp)$/i;
const LISTS = ['emoji.json', 'emojis/index.json'];
const ALIAS = 'alias:';

export interface CustomEmojiFound {
  readonly emoji: readonly ImportedEmoji[];
  /** By all names that Slack has for them. */
  readonly byName: ReadonlyMap<string, { readonly id: number; readonly name: string }>;
}

/** The custom emoji that an archive holds. */
export async function customEmojiOf(folder: ArchiveFolder, notes: Notes): Promise<CustomEmojiFound> {
  const pictures = new Map<string, ArchiveFile>();
  for (const file of folder.files.values()) {
    const [, name] = PICTURE.exec(file.name) ?? [];
    if (name !== undefined) pictures.set(name, file);
  }
  const emoji: ImportedEmoji[] = [];
  const byName = new Map<string, { id: number; name: string }>();
  const taken = new Set<string>();
  for (const [called, file] of pictures) {
    const name = nameHere(called);
    if (name === undefined || taken.has(name)) {
      notes.add('custom emoji', 'their names are none here, or there twice');
      continue;
    }
    taken.add(name);
    const id = emoji.length + 1;
    emoji.push({ id, name, authorId: null, isDeactivated: false, file });
    byName.set(called, { id, name });
  }
  for (const [name, other] of await aliases(folder)) {
    const known = byName.get(other);
    if (known && !byName.has(name)) byName.set(name, known);
  }
  return { emoji, byName };
}

function nameHere(called: string): string | undefined {
  try {
    return normalEmojiName(called.replaceAll("'", '').replace(/[._-]+$/, ''));
  } catch {
    return undefined;
  }
}

/** Other names of emoji, each with the first that it leads to which is none. */
async function aliases(folder: ArchiveFolder): Promise<[name: string, other: string][]> {
  const list = LISTS.map((name) => folder.files.get(name)).find((file) => file !== undefined);
  const read = list ? await readJson(list) : {};
  const told = isRecord(read) && isRecord(read.emoji) ? read.emoji : read;
  if (!isRecord(told)) return [];
  const next = new Map(
    Object.entries(told).flatMap(([name, value]) =>
      typeof value === 'string' && value.startsWith(ALIAS)
        ? [[name, value.slice(ALIAS.length)] as const]
        : [],
    ),
  );
  return [...next.keys()].flatMap((name) => {
    const seen = new Set([name]);
    let other = next.get(name);
    // A circle of names leads nowhere.
    while (other !== undefined && next.has(other) && !seen.has(other)) {
      seen.add(other);
      other = next.get(other);
    }
    return other === undefined || seen.has(other) ? [] : [[name, other] satisfies [string, string]];
  });
}
