// The files of a mail: each is uploaded as its sender's and linked below the body.

import { copyFile, rm } from 'node:fs/promises';
import { receiveUpload } from '../../actions/uploads/receive.ts';
import { ApiError, notLoggedIn } from '../../api-contract/error.ts';
import { limits, MEBIBYTE } from '../../api-contract/limits.ts';
import { arrivingPath } from '../../files/arriving.ts';
import type { LocalFile } from '../../files/file-store.ts';
import type { Unit } from '../../storage/unit.ts';
import type { Destination } from './admission.ts';
import type { MailFile } from './parsed-mail.ts';
import { isPassing } from './refusal.ts';
import type { IncomingServices } from './services.ts';

function shown(name: string): string {
  return name.replace(/[[\]\s*]+/g, ' ').trim();
}

/** Uploads a copy: a mail may go to several channels, and a store takes what it is given. */
async function keep(
  { bounds, database, dataDirectory, diskSpace, fileStore, pictures }: IncomingServices,
  { hub, senderId }: Destination,
  fileName: string,
  { path, size }: LocalFile,
): Promise<string> {
  const place = {
    state: hub.state,
    reader: hub.reader,
    store: fileStore,
    pictures,
    bounds,
    write: <T>(unit: Unit<T>) => database.write(hub.id, unit),
  };
  const account = hub.state.account(senderId);
  if (!account) throw notLoggedIn();
  await diskSpace.refuseFilesWhenLow(size);
  const copy = await arrivingPath(dataDirectory);
  try {
    await copyFile(path, copy);
    const content = { path: copy, size };
    const { url, name } = await receiveUpload(place, { account, fileName, content });
    return `[${shown(name)}](${url})`;
  } finally {
    await rm(copy, { force: true });
  }
}

/** A line of Markdown for each file: a link, or why there is none. */
export async function keepFiles(
  services: IncomingServices,
  destination: Destination,
  files: readonly MailFile[],
): Promise<string[]> {
  const lines: string[] = [];
  const most = limits.incomingMailFiles;
  for (const { fileName, size, path } of files.slice(0, most)) {
    if (path === undefined || size > services.bounds.fileMegabytes * MEBIBYTE) {
      lines.push(`*${shown(fileName)} was too large to be kept.*`);
      continue;
    }
    try {
      lines.push(await keep(services, destination, fileName, { path, size }));
    } catch (error) {
      if (!(error instanceof ApiError) || isPassing(error)) throw error;
      lines.push(`*${shown(fileName)} was not kept: ${error.message}*`);
    }
  }
  if (files.length > most) lines.push(`*${files.length - most} more files were not kept.*`);
  return lines;
}
