// Files that could not be uploaded yet, and are stored in the browser. Until they are uploaded, a text refers to them by an
// address that only this browser knows.

import { isRecord } from './stored-values.ts';

export interface PendingFile {
  readonly key: string;
  /** Shown until it is sent; a `File` is sent under its own name. */
  readonly name: string;
  readonly file: Blob;
  /** What is sent with it. */
  readonly fields?: Readonly<Record<string, string>>;
  /** When it was stored, in milliseconds by this computer's clock. The name is stored in browsers. */
  readonly keptAt: number;
  /** Its address on the server, once uploaded. */
  readonly url?: string;
}

/** A record of a pending file; undefined if it does not hold one. */
export function storedFile(value: unknown): PendingFile | undefined {
  if (!isRecord(value) || !(value.file instanceof Blob)) return undefined;
  const { key, name, file, keptAt, url, fields } = value;
  if (typeof key !== 'string' || typeof name !== 'string' || typeof keptAt !== 'number') return undefined;
  return {
    key,
    name,
    file,
    keptAt,
    ...(typeof url === 'string' && { url }),
    ...(isRecord(fields) && { fields: fields as Record<string, string> }),
  };
}

const address = /\bwaiting-file:([0-9a-f]{16})\b/g;

/** The address of a file in a text. */
export function pendingAddress(key: string): string {
  return `waiting-file:${key}`;
}

/** The keys of the pending files in a text, in order, without duplicates. */
export function pendingKeys(content: string): string[] {
  return [...new Set([...content.matchAll(address)].map(([, key = '']) => key))];
}

/** Replaces a file's address by the one on the server. */
export function replaceFileAddress(content: string, key: string, url: string): string {
  return content.replaceAll(pendingAddress(key), url);
}

/** Splits a text into its text and its links to files: `[name](waiting-file:…)`, or with `!` before. */
export function splitAtFiles(content: string): ({ readonly text: string } | { readonly key: string })[] {
  return content
    .split(/!?\[[^[\]]*\]\(waiting-file:([0-9a-f]{16})\)/)
    .map((part, index) => (index % 2 === 0 ? { text: part } : { key: part }))
    .filter((part) => !('text' in part) || part.text.trim() !== '');
}
