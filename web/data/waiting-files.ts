// Files that were added without a network: kept in the browser, within a bound, until the message that names them is
// sent. Where the browser keeps nothing they are kept as long as the page is open.

import { waitingKeys, withAddress } from '../lib/waiting-files.ts';
import { readRecord, readRecords, removeRecord, writeRecord } from './database.ts';
import type { Organization } from './organization.ts';
import { refusalBy } from './refusals.ts';
import { sendFile } from './send-file.ts';

/** So much is kept for somebody at most. */
const AT_MOST_BYTES = 64 * 1024 * 1024;
const AT_MOST_FILES = 50;
/** What nobody has sent until then belongs to a draft that is gone. */
const KEPT_MILLISECONDS = 30 * 86_400_000;

export interface WaitingFile {
  readonly key: string;
  readonly name: string;
  readonly file: Blob;
  /** In milliseconds, by this computer's clock. */
  readonly keptAt: number;
  /** Where it is on the server, once it is there. */
  readonly url?: string;
}

/** Those of a browser that keeps nothing. */
const inMemory = new Map<string, WaitingFile>();

const prefixOf = ({ ownId }: Organization) => `file/${ownId}/`;

async function allOf(organization: Organization): Promise<WaitingFile[]> {
  const kept = (await readRecords(prefixOf(organization))) as WaitingFile[];
  return [...kept, ...inMemory.values()];
}

async function put(organization: Organization, waiting: WaitingFile): Promise<void> {
  const isKept = await writeRecord(`${prefixOf(organization)}${waiting.key}`, waiting);
  if (!isKept) inMemory.set(waiting.key, waiting);
}

/** Keeps a file; answers with its key, or undefined where too much is kept already. */
export async function keepFile(organization: Organization, file: File): Promise<string | undefined> {
  const all = await allOf(organization);
  for (const { key, keptAt } of all) {
    if (Date.now() - keptAt > KEPT_MILLISECONDS) await forgetFile(organization, key);
  }
  const bytes = all.reduce((sum, one) => sum + one.file.size, file.size);
  if (bytes > AT_MOST_BYTES || all.length >= AT_MOST_FILES) return undefined;
  const key = [...crypto.getRandomValues(new Uint8Array(8))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  await put(organization, { key, name: file.name, file, keptAt: Date.now() });
  return key;
}

/** A file that is kept; undefined where it is gone, or in another browser. */
export async function waitingFile(organization: Organization, key: string): Promise<WaitingFile | undefined> {
  const kept = (await readRecord(`${prefixOf(organization)}${key}`)) as WaitingFile | undefined;
  return kept ?? inMemory.get(key);
}

async function forgetFile(organization: Organization, key: string): Promise<void> {
  inMemory.delete(key);
  await removeRecord(`${prefixOf(organization)}${key}`);
}

/** Forgets the files of a text that is sent, or not wanted any more. */
export async function forgetFilesOf(organization: Organization, content: string): Promise<void> {
  for (const key of waitingKeys(content)) await forgetFile(organization, key);
}

/** The text with its files sent, each once. Throws a `ParleyError` where one cannot be. */
export async function withFilesSent(organization: Organization, content: string): Promise<string> {
  let ready = content;
  for (const key of waitingKeys(content)) {
    const waiting = await waitingFile(organization, key);
    if (!waiting) throw refusalBy('FILE_ELSEWHERE');
    const { signal } = new AbortController();
    const url = waiting.url ?? (await sendFile(waiting.file, waiting.name, { signal })).url;
    if (waiting.url === undefined) await put(organization, { ...waiting, url });
    ready = withAddress(ready, key, url);
  }
  return ready;
}
