// Custom emoji beside a Slack export: Slack puts none into it, but tools do, as pictures in a folder and a list of addresses
// and of other names (`emoji.json`).

import { isRecord } from '../../api-contract/codec.ts';
import type { ArchiveFile, ArchiveFolder } from '../archive/archive-folder.ts';
import { readJson } from '../archive/small-json.ts';
import type { Notes } from '../records/notes.ts';
import { GatheredEmoji } from '../shaping/custom-emoji.ts';

const PICTURE = /^emojis?\/([^/]+)\.(?:png|gif|jpe?g|webp)$/i;
const LISTS = ['emoji.json', 'emojis/index.json'];
const ALIAS = 'alias:';

/** The custom emoji that an archive holds. */
export async function customEmojiOf(folder: ArchiveFolder, notes: Notes): Promise<GatheredEmoji> {
  const pictures = new Map<string, ArchiveFile>();
  // The order decides on ids, which an interrupted import must find again.
  for (const file of folder.filesLike(PICTURE)) {
    const [, name] = PICTURE.exec(file.name) ?? [];
    if (name !== undefined) pictures.set(name, file);
  }
  const found = new GatheredEmoji(notes);
  for (const [called, file] of pictures) found.add(called, file);
  for (const [name, other] of await aliases(folder)) found.addAlias(name, other);
  return found;
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
