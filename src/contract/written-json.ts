// Answers that are too large to be written in one go: values that are written in pieces, some of which many answers share.

import { Pace } from './pace.ts';

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
    pieces.push(`${pieces.length > 0 ? ',' : ''}${JSON.stringify(name)}:`);
    if (value instanceof WrittenJson) for (const piece of await value.write(pace)) pieces.push(piece);
    else pieces.push(JSON.stringify(value));
    await pace.step();
  }
  return pieces;
}
