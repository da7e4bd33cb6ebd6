// Custom emoji next to a Slack export. Slack does not export them, but tools do, as a folder of pictures and a list
// of addresses and aliases (`emoji.json`).

import { isRecord } from '../../api-contract/codec.ts';
import type { ArchiveFile, ArchiveFolder } from '../archive/archive-folder.ts';
import { readJson } from '../archive/small-json.ts';
import type { Notes } from '../records/notes.ts';
import { EmojiCollector } from '../shaping/custom-emoji.ts';

const PICTURE = /^emojis?\/([^/]+)\.(?:png|gif|jpe?g|webp)$/i;
const LISTS = ['emoji.json', 'emojis/index.json'];
const ALIAS = 'alias:';

export async function customEmojiOf(folder: ArchiveFolder, notes: Notes): Promise<EmojiCollector> {
  const pictures = new Map<string, ArchiveFile>();
  // The order determines the ids, which must be the same when an interrupted import is resumed.
  for (const file of folder.filesMatching(PICTURE)) {
    const [, name] = PICTURE.exec(file.name) ?? [];
    if (name !== undefined) pictures.set(name, file);
  }
  const found = new EmojiCollector(notes);
  for (const [name, file] of pictures) found.add(name, file);
  for (const [name, other] of await aliases(folder)) found.addAlias(name, other);
  return found;
}

/** Aliases of emoji, each with the name that it finally resolves to. */
async function aliases(folder: ArchiveFolder): Promise<[name: string, other: string][]> {
  const list = LISTS.map((name) => folder.files.get(name)).find((file) => file !== undefined);
  const content = list ? await readJson(list) : {};
  const entries = isRecord(content) && isRecord(content.emoji) ? content.emoji : content;
  if (!isRecord(entries)) return [];
  const next = new Map(
    Object.entries(entries).flatMap(([name, value]) =>
      typeof value === 'string' && value.startsWith(ALIAS)
        ? [[name, value.slice(ALIAS.length)] as const]
        : [],
    ),
  );
  return [...next.keys()].flatMap((name) => {
    const seen = new Set([name]);
    let other = next.get(name);
    // A cycle of aliases resolves to nothing.
    while (other !== undefined && next.has(other) && !seen.has(other)) {
      seen.add(other);
      other = next.get(other);
    }
    return other === undefined || seen.has(other) ? [] : [[name, other] satisfies [string, string]];
  });
}
