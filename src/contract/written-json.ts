// Answers that are too large to be written in one go: values that are written in pieces, some of which many answers share.

import { Pace } from './pace.ts';

const same = new WeakSet<Buffer>();

/** Marks JSON none of whose words depend on the client that reads it, so that nobody looks it over for them. */
export function sameForAllClients(json: Buffer): Buffer {
  same.add(json);
  return json;
}

/** Whether some bytes were made by `sameForAllClients`. */
export function isSameForAllClients(bytes: Buffer): boolean {
  return same.has(bytes);
}

/** A value as JSON, in pieces. */
export class WrittenJson {
  readonly write: (pace: Pace) => Promise<readonly (string | Buffer)[]>;

  constructor(write: (pace: Pace) => Promise<readonly (string | Buffer)[]>) {
    this.write = write;
  }
}

/** The fields of an object as JSON without its braces, other requests getting their turn between them. */
export async function writtenFields(fields: Readonly<Record<string, unknown>>): Promise<(string | Buffer)[]> {
  const pace = new Pace();
  const pieces: (string | Buffer)[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    const before = `${pieces.length > 0 ? ',' : ''}${JSON.stringify(name)}:`;
    if (value instanceof WrittenJson) pieces.push(before, ...(await value.write(pace)));
    else pieces.push(`${before}${JSON.stringify(value)}`);
    await pace.step();
  }
  return pieces;
}
