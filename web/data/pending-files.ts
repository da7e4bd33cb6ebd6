// Files added while offline: stored in the browser, up to a limit, until the message that names them is sent.
// If the browser stores nothing, they last while the page is open.

import { type PendingFile, pendingKeys, replaceFileAddress, storedFile } from '../lib/pending-files.ts';
import { readRecord, readRecords, removeRecord, writeRecord } from './database.ts';
import { clientError } from './error-texts.ts';
import type { Organization } from './organization.ts';
import { sendFile } from './send-file.ts';

/** The maximum number of bytes stored for an account. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_FILES = 50;
/** A file that is older belongs to a draft that no longer exists. */
const MAX_AGE_MILLISECONDS = 30 * 86_400_000;

/** The files of a browser that stores nothing. */
const inMemory = new Map<string, PendingFile>();

const prefixOf = ({ ownId }: Organization) => `file/${ownId}/`;

async function allOf(organization: Organization): Promise<PendingFile[]> {
  const records = await readRecords(prefixOf(organization));
  return [...records.flatMap((record) => storedFile(record) ?? []), ...inMemory.values()];
}

async function put(organization: Organization, pending: PendingFile): Promise<void> {
  const isStored = await writeRecord(`${prefixOf(organization)}${pending.key}`, pending);
  if (!isStored) inMemory.set(pending.key, pending);
}

/**
 * Stores a file. Returns its key, or undefined if too much is stored already.
 * @param shown how it is shown and sent, if not only by its name
 */
export async function storeFile(
  organization: Organization,
  file: File,
  shown?: Pick<PendingFile, 'name' | 'fields'>,
): Promise<string | undefined> {
  const all = await allOf(organization);
  for (const { key, keptAt } of all) {
    if (Date.now() - keptAt > MAX_AGE_MILLISECONDS) await removeFile(organization, key);
  }
  const bytes = all.reduce((sum, pending) => sum + pending.file.size, file.size);
  if (bytes > MAX_BYTES || all.length >= MAX_FILES) return undefined;
  const key = [...crypto.getRandomValues(new Uint8Array(8))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  await put(organization, { key, name: file.name, file, keptAt: Date.now(), ...shown });
  return key;
}

/** A stored file; undefined if it is gone or was added in another browser. */
export async function pendingFile(organization: Organization, key: string): Promise<PendingFile | undefined> {
  const fileRecord = await readRecord(`${prefixOf(organization)}${key}`);
  return storedFile(fileRecord) ?? inMemory.get(key);
}

async function removeFile(organization: Organization, key: string): Promise<void> {
  inMemory.delete(key);
  await removeRecord(`${prefixOf(organization)}${key}`);
}

/** Removes the files of a text that was sent or discarded. */
export async function removeFilesOf(organization: Organization, content: string): Promise<void> {
  for (const key of pendingKeys(content)) await removeFile(organization, key);
}

/** The text with its files uploaded, each once. Throws a `ParleyError` if one cannot be. */
export async function sendFilesOf(organization: Organization, content: string): Promise<string> {
  let ready = content;
  for (const key of pendingKeys(content)) {
    const pending = await pendingFile(organization, key);
    if (!pending) throw clientError('FILE_IN_OTHER_BROWSER');
    const { file, name, fields } = pending;
    const options = { signal: new AbortController().signal, ...(fields && { fields }) };
    const url = pending.url ?? (await sendFile(file, file instanceof File ? file.name : name, options)).url;
    if (pending.url === undefined) await put(organization, { ...pending, url });
    ready = replaceFileAddress(ready, key, url);
  }
  return ready;
}
