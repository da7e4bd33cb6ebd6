// Names of channel folders, and which folders channels can be added to.

import { badRequest } from '../../api-contract/error.ts';
import type { ChannelFolder } from '../../model/channel-folders/channel-folder.ts';
import { textKey } from '../../model/text-key.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { folderById, readFolders } from './channel-folder-store.ts';

/** A folder of the organization. @throws `Invalid channel folder ID` */
export async function existingFolder(reader: Reader, id: number): Promise<ChannelFolder> {
  const folder = await folderById(reader, id);
  if (!folder) throw badRequest('Invalid channel folder ID');
  return folder;
}

/** Requires a folder that channels can be added to. */
export async function requireActiveFolder(reader: Reader, id: number): Promise<void> {
  if ((await existingFolder(reader, id)).isArchived) throw badRequest('Invalid channel folder ID');
}

/** The name without surrounding white space. Refuses empty names and unprintable characters. */
export function normalFolderName(text: string): string {
  const name = text.trim();
  if (name === '') throw badRequest("Channel folder name can't be empty.");
  let position = 0;
  for (const character of name) {
    position++;
    if (/[\p{Cc}\p{Cs}\p{Cn}]/u.test(character)) {
      throw badRequest(`Invalid character in channel folder name, at position ${position}.`);
    }
  }
  return name;
}

/** Refuses the name of another active folder. */
export async function checkFolderNameUnused(reader: Reader, name: string, exceptId?: number): Promise<void> {
  const key = textKey(name);
  for (const folder of await readFolders(reader)) {
    if (folder.id !== exceptId && !folder.isArchived && textKey(folder.name) === key) {
      throw badRequest('Channel folder name already in use');
    }
  }
}
