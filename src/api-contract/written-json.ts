// Answers that are too large to be written in one go: values that are written in pieces, some of which many answers share.

import { Pace } from './yielding.ts';

const same = new WeakSet<Buffer>();

/** Marks JSON none of whose words depend on the client that reads it, so that nobody looks it over for them. */
export function sameForAllClients(json: Buffer): Buffer {
  same.add(json);
  return json;
}

/** Whether some bytes were made by `sameForAllClients` or `sharedByAnswers`. */
export function isSameForAllClients(bytes: Buffer): boolean {
  return same.has(bytes);
}

const shared = new WeakSet<Buffer>();

/** Marks the same, where the very bytes go out in many answers: what is made of them is worth keeping with them. */
export function sharedByAnswers(json: Buffer): Buffer {
  shared.add(json);
  return sameForAllClients(json);
}

/** Whether some bytes were made by `sharedByAnswers`. */
export function isSharedByAnswers(bytes: Buffer): boolean {
  return shared.has(bytes);
}

/** What stands between two parts of a list that answers share. */
export const sharedComma = sharedByAnswers(Buffer.from(','));

/**
 * JSON that is put together only when it goes out, of parts that many answers share; none of its words depend on the client.
 * So an answer that is under way holds no copy of what it shares with others.
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

  joined(): Buffer {
    return Buffer.concat(this.#parts, this.#length);
  }

  /** Writes all parts to a place among other bytes. */
  copyTo(target: Buffer, at: number): void {
    let place = at;
    for (const part of this.#parts) place += part.copy(target, place);
  }
}

export type JsonPiece = string | Buffer | GatheredJson;

/** A value as JSON, in pieces. */
export class WrittenJson {
  readonly write: (pace: Pace) => Promise<readonly JsonPiece[]>;

  constructor(write: (pace: Pace) => Promise<readonly JsonPiece[]>) {
    this.write = write;
  }
}

/** The fields of an object as JSON without its braces, other requests getting their turn between them. */
export async function writtenFields(fields: Readonly<Record<string, unknown>>): Promise<JsonPiece[]> {
  const pace = new Pace();
  const pieces: JsonPiece[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    const before = `${pieces.length > 0 ? ',' : ''}${JSON.stringify(name)}:`;
    if (value instanceof WrittenJson) pieces.push(before, ...(await value.write(pace)));
    else pieces.push(`${before}${JSON.stringify(value)}`);
    await pace.step();
  }
  return pieces;
}
