// The files of a mail: each is uploaded as its sender's and linked below the body.

import { ApiError } from '../../contract/error.ts';
import { limits } from '../../contract/limits.ts';
import { receiveUpload } from '../../model/uploads/receive.ts';
import type { Unit } from '../../storage/unit.ts';
import type { Destination } from './admission.ts';
import type { IncomingServices } from './services.ts';

/** A part of a mail that has a name. */
export interface MailFile {
  readonly fileName: string;
  readonly bytes: Buffer;
}

/** As many files of one mail are kept. */
const MAXIMUM_FILES = 50;

function shown(name: string): string {
  return name.replace(/[[\]\s*]+/g, ' ').trim();
}

async function keep(
  { database, fileStore }: IncomingServices,
  { hub, senderId }: Destination,
  { fileName, bytes }: MailFile,
): Promise<string> {
  const place = {
    state: hub.state,
    reader: hub.reader,
    store: fileStore,
    write: <T>(unit: Unit<T>) => database.write(hub.id, unit),
  };
  const { url, name } = await receiveUpload(place, { accountId: senderId, fileName, content: bytes });
  return `[${shown(name)}](${url})`;
}

/** A line of Markdown for each file: a link, or why there is none. */
export async function keepFiles(
  services: IncomingServices,
  destination: Destination,
  files: readonly MailFile[],
): Promise<string[]> {
  const lines: string[] = [];
  for (const file of files.slice(0, MAXIMUM_FILES)) {
    if (file.bytes.length > limits.fileMegabytes * 1024 * 1024) {
      lines.push(`*${shown(file.fileName)} was too large to be kept.*`);
      continue;
    }
    try {
      lines.push(await keep(services, destination, file));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      lines.push(`*${shown(file.fileName)} was not kept: ${error.message}*`);
    }
  }
  if (files.length > MAXIMUM_FILES) lines.push(`*${files.length - MAXIMUM_FILES} more files were not kept.*`);
  return lines;
}
