// Reads JSON Lines files: one JSON record per line.

import { limits } from '../../api-contract/limits.ts';
import { messageOf } from '../../errors/error-detail.ts';
import { type ArchiveFile, fileChunks } from './archive-folder.ts';
import { InvalidArchiveError } from './invalid-archive-error.ts';
import { Row } from './row.ts';

const LINE_BREAK = 0x0a;

/** The non-empty lines of a file with their numbers, from 1. */
async function* linesOf(file: ArchiveFile): AsyncGenerator<readonly [number: number, line: Buffer]> {
  let chunks: Buffer[] = [];
  let chunkBytes = 0;
  let number = 1;
  const position = () => `${nameOf(file)}, line ${number}`;
  const append = (bytes: Buffer) => {
    chunkBytes += bytes.length;
    if (chunkBytes > limits.importRowBytes)
      throw new InvalidArchiveError(position(), `it exceeds the limit of ${limits.importRowBytes} bytes.`);
    if (bytes.length > 0) chunks.push(bytes);
  };
  for await (const piece of fileChunks(file)) {
    let from = 0;
    for (let end = piece.indexOf(LINE_BREAK); end >= 0; end = piece.indexOf(LINE_BREAK, from)) {
      append(piece.subarray(from, end));
      if (chunkBytes > 0)
        yield [number, chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)];
      chunks = [];
      chunkBytes = 0;
      number++;
      from = end + 1;
    }
    append(piece.subarray(from));
  }
  if (chunkBytes > 0) yield [number, Buffer.concat(chunks)];
}

/** A file that is the whole archive has no name. */
function nameOf({ name }: ArchiveFile): string {
  return name || 'the archive';
}

/**
 * The records of lines for which `isWanted` returns true, given the beginning of the line. Each is constructed by
 * `RowClass`.
 */
export async function* lineRows(
  file: ArchiveFile,
  isWanted: (beginning: string) => boolean,
  RowClass: new (location: string, index: string, values: unknown) => Row = Row,
): AsyncGenerator<Row> {
  for await (const [number, line] of linesOf(file)) {
    if (!isWanted(line.toString('latin1', 0, BEGINNING)) || isBlank(line)) continue;
    let values: unknown;
    try {
      values = JSON.parse(line.toString('utf8'));
    } catch (error) {
      throw new InvalidArchiveError(
        `${nameOf(file)}, line ${number}`,
        `it is not valid JSON (${messageOf(error)}).`,
      );
    }
    yield new RowClass(nameOf(file), `of line ${number}`, values);
  }
}

const BEGINNING = 40;

function isBlank(line: Buffer): boolean {
  return line.length < BEGINNING && line.toString('latin1').trim() === '';
}
