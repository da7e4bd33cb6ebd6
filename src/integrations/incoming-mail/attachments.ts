// Uploads the files of a mail as its sender and links them below the body.

import { copyFile, rm } from 'node:fs/promises';
import { receiveUpload } from '../../actions/uploads/receive.ts';
import { ApiError, notLoggedIn } from '../../api-contract/error.ts';
import { limits, MEBIBYTE } from '../../api-contract/limits.ts';
import type { LocalFile } from '../../files/file-store.ts';
import { incomingPath } from '../../files/incoming-files.ts';
import type { Unit } from '../../storage/unit.ts';
import type { Destination } from './admission.ts';
import type { IncomingServices } from './incoming-services.ts';
import { isTemporary } from './mail-errors.ts';
import type { MailFile } from './parsed-mail.ts';

function linkText(name: string): string {
  return name.replace(/[[\]\s*]+/g, ' ').trim();
}

/** Uploads a copy of a file, since a store takes over the file it is given and a mail may go to several channels. */
async function upload(
  { bounds, database, dataDirectory, diskSpace, fileStore, pictures }: IncomingServices,
  { hub, senderId }: Destination,
  fileName: string,
  { path, size }: LocalFile,
): Promise<string> {
  const uploadServices = {
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
  const copy = await incomingPath(dataDirectory);
  try {
    await copyFile(path, copy);
    const content = { path: copy, size };
    const { url, name } = await receiveUpload(uploadServices, { account, fileName, content });
    return `[${linkText(name)}](${url})`;
  } finally {
    await rm(copy, { force: true });
  }
}

/** Uploads the files. Returns a line of Markdown for each: a link, or the reason why there is none. */
export async function uploadMailFiles(
  services: IncomingServices,
  destination: Destination,
  files: readonly MailFile[],
): Promise<string[]> {
  const lines: string[] = [];
  const maximum = limits.incomingMailFiles;
  for (const { fileName, size, path } of files.slice(0, maximum)) {
    if (path === undefined || size > services.bounds.fileMegabytes * MEBIBYTE) {
      lines.push(`*${linkText(fileName)} was not attached because it is too large.*`);
      continue;
    }
    try {
      lines.push(await upload(services, destination, fileName, { path, size }));
    } catch (error) {
      if (!(error instanceof ApiError) || isTemporary(error)) throw error;
      lines.push(`*${linkText(fileName)} was not attached: ${error.message}*`);
    }
  }
  if (files.length > maximum) lines.push(`*${files.length - maximum} more files were not attached.*`);
  return lines;
}
