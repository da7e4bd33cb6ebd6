// Large answers as JSON in pieces, some of which are shared by many answers.

import { Yielder } from './yielding.ts';

const markedSame = new WeakSet<Buffer>();

/** Marks JSON without names that depend on the client, so that it is not scanned for them. */
export function sameForAllClients(json: Buffer): Buffer {
  markedSame.add(json);
  return json;
}

/** Whether bytes were marked by `sameForAllClients` or `sharedByAnswers`. */
export function isSameForAllClients(bytes: Buffer): boolean {
  return markedSame.has(bytes);
}

const markedShared = new WeakSet<Buffer>();

/** Marks such bytes that are also sent in many answers: results derived from them should be cached. */
export function sharedByAnswers(json: Buffer): Buffer {
  markedShared.add(json);
  return sameForAllClients(json);
}

/** Whether bytes were marked by `sharedByAnswers`. */
export function isSharedByAnswers(bytes: Buffer): boolean {
  return markedShared.has(bytes);
}

/** The separator between two shared parts of a list. */
export const sharedComma = sharedByAnswers(Buffer.from(','));

/**
 * JSON that is joined from shared parts only when it is sent, so that an answer being sent holds no copy of the shared
 * parts. Must not contain names that depend on the client.
 */
export class GatheredJson {
  readonly #parts: Buffer[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(part: Buffer): void {
    this.#parts.push(part);
    this.#length += part.length;
  }

  toBuffer(): Buffer {
    return Buffer.concat(this.#parts, this.#length);
  }

  /** Writes all parts into a buffer. */
  copyTo(target: Buffer, at: number): void {
    let offset = at;
    for (const part of this.#parts) offset += part.copy(target, offset);
  }
}

export type JsonPiece = string | Buffer | GatheredJson;

/** A value that is written as JSON in pieces. */
export class JsonWriter {
  readonly write: (yielder: Yielder) => Promise<readonly JsonPiece[]>;

  constructor(write: (yielder: Yielder) => Promise<readonly JsonPiece[]>) {
    this.write = write;
  }
}

/** The fields of an object as JSON without braces. Yields to other requests between them. */
export async function writeFields(fields: Readonly<Record<string, unknown>>): Promise<JsonPiece[]> {
  const yielder = new Yielder();
  const pieces: JsonPiece[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    const before = `${pieces.length > 0 ? ',' : ''}${JSON.stringify(name)}:`;
    if (value instanceof JsonWriter) pieces.push(before, ...(await value.write(yielder)));
    else pieces.push(`${before}${JSON.stringify(value)}`);
    await yielder.yieldIfDue();
  }
  return pieces;
}
