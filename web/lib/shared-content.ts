// Content that another app shares with the installed client: the service worker stores it, and a page reads and removes it,
// possibly after a login.

import { isRecord } from './stored-values.ts';

/** The path that the manifest names. */
export const SHARE_PATH = '/share';
/** The name of the browser cache in which it is stored. */
export const SHARED_CACHE = 'shared';

const MAX_FILES = 50;
/** The maximum for all files together. */
const MAX_BYTES = 1_000_000_000;
/** Longer than any message. */
const MAX_TEXT = 100_000;
const MAX_AGE_MILLISECONDS = 24 * 3_600_000;
const LIST = '/shared/list';
const fileKey = (index: number) => `/shared/${index}`;

/** A browser cache, or its substitute in a test. */
export interface ContentStore {
  put(key: string, content: Response): Promise<unknown>;
  match(key: string): Promise<Response | undefined>;
  delete(key: string): Promise<unknown>;
}

export interface SharedContent {
  readonly text: string;
  readonly files: readonly File[];
  /** How many files were not stored, because there were too many or they were too large. */
  readonly leftOut: number;
  /** Whether the end of the text was not stored. */
  readonly isCut: boolean;
}

interface StoredList {
  /** By this computer's clock, in milliseconds. */
  readonly keptAt: number;
  readonly text: string;
  /** The names of the files. */
  readonly names: readonly string[];
  readonly leftOut: number;
  readonly isCut: boolean;
}

/** Title, text and link, each once: apps repeat the link in the text, and the title in either. */
function sharedText(form: FormData): string {
  const parts: string[] = [];
  for (const name of ['text', 'url', 'title']) {
    const value = form.get(name);
    const part = typeof value === 'string' ? value.trim() : '';
    if (part === '' || parts.some((other) => other.includes(part))) continue;
    if (name === 'title') parts.unshift(part);
    else parts.push(part);
  }
  return parts.join('\n');
}

/** The first files, as many and as large as may be stored. */
function filesToKeep(files: readonly File[]): readonly File[] {
  let bytes = 0;
  const keptFiles: File[] = [];
  for (const file of files) {
    if (keptFiles.length === MAX_FILES || bytes + file.size > MAX_BYTES) continue;
    bytes += file.size;
    keptFiles.push(file);
  }
  return keptFiles;
}

/** Removes what was shared before. */
async function removeShared(store: ContentStore): Promise<void> {
  const list = await storedList(store);
  await store.delete(LIST);
  for (let index = 0; index < (list?.names.length ?? 0); index++) await store.delete(fileKey(index));
}

/**
 * Stores what was shared, in place of what was shared before.
 * @throws if the browser has no space for it, or no file is small enough and there is no text
 */
export async function storeShared(form: FormData, store: ContentStore, now: number): Promise<void> {
  await removeShared(store);
  // A form without a file has an empty one without a name.
  const files = form
    .getAll('files')
    .filter((value) => typeof value !== 'string')
    .filter(({ name, size }) => name !== '' || size > 0);
  const keptFiles = filesToKeep(files);
  const text = sharedText(form);
  if (files.length > 0 && keptFiles.length === 0 && text === '') throw new Error('the files are too large');
  for (const [index, file] of keptFiles.entries())
    await store.put(fileKey(index), new Response(file, { headers: { 'content-type': file.type } }));
  // The list is last, since it says that the files are there.
  const list: StoredList = {
    keptAt: now,
    text: text.slice(0, MAX_TEXT),
    names: keptFiles.map(({ name }) => name),
    leftOut: files.length - keptFiles.length,
    isCut: text.length > MAX_TEXT,
  };
  await store.put(LIST, Response.json(list));
}

async function storedList(store: ContentStore): Promise<StoredList | undefined> {
  // A list that cannot be read counts as none.
  const value: unknown = await (await store.match(LIST))?.json().catch(() => undefined);
  if (!isRecord(value)) return undefined;
  const { keptAt, text, names, leftOut, isCut } = value;
  if (typeof keptAt !== 'number' || typeof text !== 'string' || !Array.isArray(names)) return undefined;
  return { keptAt, text, names: names.map(String), leftOut: Number(leftOut ?? 0), isCut: isCut === true };
}

/** The stored content; undefined if there is none, or it was shared more than a day ago. */
export async function readShared(store: ContentStore, now: number): Promise<SharedContent | undefined> {
  const list = await storedList(store);
  if (!list || now - list.keptAt > MAX_AGE_MILLISECONDS) return undefined;
  const files: File[] = [];
  for (const [index, name] of list.names.entries()) {
    const stored = await store.match(fileKey(index));
    const type = stored?.headers.get('content-type') ?? '';
    if (stored) files.push(new File([await stored.blob()], name, { type }));
  }
  const { text, leftOut, isCut } = list;
  return text === '' && files.length === 0 ? undefined : { text, files, leftOut, isCut };
}
