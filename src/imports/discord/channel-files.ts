// The files of a DiscordChatExporter export: one per channel or thread, or several for a channel that was exported
// in parts. Each begins with the server and the channel, followed by the messages.

import { isRecord } from '../../api-contract/codec.ts';
import type { ArchiveFile, ArchiveFolder } from '../archive/archive-folder.ts';
import { firstText } from '../archive/first-bytes.ts';
import type { Row } from '../archive/row.ts';
import { TolerantRow } from '../archive/tolerant-row.ts';

/** The file of a single-file archive has an empty name. */
const JSON_FILE = /\.json$|^$/i;
const FIRST_BYTES = 256;
const HEAD_BYTES = 256 * 1024;
const MESSAGES = /(?<!\\)"messages"\s*:\s*\[/;

/** A file of messages with its server and channel. */
export interface ChannelFile {
  readonly file: ArchiveFile;
  readonly guild: Row;
  readonly channel: Row;
}

/** The part of a file before its messages; undefined for another kind of file. */
function headOf(file: ArchiveFile): Omit<ChannelFile, 'file'> | undefined {
  if (!/^\s*\{\s*"guild"\s*:/.test(firstText(file, FIRST_BYTES))) return undefined;
  const location = file.name || 'the archive';
  const text = firstText(file, HEAD_BYTES);
  const at = MESSAGES.exec(text);
  if (!at) return undefined;
  try {
    const head: unknown = JSON.parse(`${text.slice(0, at.index)}"messages":[]}`);
    if (!isRecord(head) || !isRecord(head.guild) || !isRecord(head.channel)) return undefined;
    return {
      guild: new TolerantRow(location, 'guild', head.guild),
      channel: new TolerantRow(location, 'channel', head.channel),
    };
  } catch {
    return undefined;
  }
}

/** The files of messages in an archive. */
export function channelFilesIn(folder: ArchiveFolder): ChannelFile[] {
  return folder.filesMatching(JSON_FILE).flatMap((file) => {
    const head = headOf(file);
    return head ? [{ file, ...head }] : [];
  });
}

/** Whether an archive has a file of messages. */
export function hasChannelFiles({ files }: ArchiveFolder): boolean {
  for (const file of files.values()) if (JSON_FILE.test(file.name) && headOf(file)) return true;
  return false;
}
