// Rows of a file of lines, each of which is one record of JSON.

import { messageOf } from '../../api-contract/error-detail.ts';
import { limits } from '../../api-contract/limits.ts';
import { type ArchiveFile, piecesOf } from './archive-folder.ts';
import { ArchiveRefused } from './refusal.ts';
import { Row } from './tables.ts';

const LINE_BREAK = 0x0a;

/** The lines of a file with their numbers, counted from 1; empty ones are left out. */
export async function* linesOf(file: ArchiveFile): AsyncGenerator<readonly [number: number, line: Buffer]> {
  let kept: Buffer[] = [];
  let keptBytes = 0;
  let number = 1;
  const place = () => `${placeOf(file)}, line ${number}`;
  const keep = (bytes: Buffer) => {
    keptBytes += bytes.length;
    if (keptBytes > limits.importRowBytes)
      throw new ArchiveRefused(place(), 'it is larger than any of an export.');
    if (bytes.length > 0) kept.push(bytes);
  };
  for await (const piece of piecesOf(file)) {
    let from = 0;
    for (let end = piece.indexOf(LINE_BREAK); end >= 0; end = piece.indexOf(LINE_BREAK, from)) {
      keep(piece.subarray(from, end));
      if (keptBytes > 0) yield [number, kept.length === 1 && kept[0] ? kept[0] : Buffer.concat(kept)];
      kept = [];
      keptBytes = 0;
      number++;
      from = end + 1;
    }
    keep(piece.subarray(from));
  }
  if (keptBytes > 0) yield [number, Buffer.concat(kept)];
}

/** A file that is the whole archive has no name in it. */
function placeOf({ name }: ArchiveFile): string {
  return name || 'the archive';
}

/** The records of the lines that are wanted, which is asked with the beginning of each; each is made by `RowClass`. */
export async function* lineRows(
  file: ArchiveFile,
  isWanted: (beginning: string) => boolean,
  RowClass: new (place: string, index: string, values: unknown) => Row = Row,
): AsyncGenerator<Row> {
  for await (const [number, line] of linesOf(file)) {
    if (!isWanted(line.toString('latin1', 0, BEGINNING)) || isBlank(line)) continue;
    let values: unknown;
    try {
      values = JSON.parse(line.toString('utf8'));
    } catch (error) {
      throw new ArchiveRefused(`${placeOf(file)}, line ${number}`, `it is no JSON (${messageOf(error)}).`);
    }
    yield new RowClass(placeOf(file), `of line ${number}`, values);
  }
}

const BEGINNING = 40;

function isBlank(line: Buffer): boolean {
  return line.length < BEGINNING && line.toString('latin1').trim() === '';
}
