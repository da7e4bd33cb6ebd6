// Unpacks ZIP files by their central directory. Entries may be stored or deflated; encrypted ones are refused.

import { createReadStream, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { limits } from '../../api-contract/limits.ts';
import { isDiskFullError, messageOf } from '../../errors/error-detail.ts';
import type { Budget } from './budget.ts';
import { entryPath } from './entry-name.ts';
import { InvalidArchiveError } from './invalid-archive-error.ts';
import { writeEntry, writeSmallEntry } from './write-entry.ts';

const END = 0x06054b50;
const END_64 = 0x06064b50;
const END_64_LOCATOR = 0x07064b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
/** The length of the end record with the longest comment. */
const TAIL_BYTES = 22 + 65_535;
/**
 * The length of a directory entry before its name, and how much of the directory is read at a time: more than any
 * entry takes.
 */
const HEAD_BYTES = 46;
const WINDOW_BYTES = 1024 * 1024;
const FILE_KIND = 0o170000;
const PLAIN_FILE = 0o100000;
const FOLDER = 0o040000;

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly checksum: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly offset: number;
}

const damaged = (reason: string) => new InvalidArchiveError('the archive', reason);

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw damaged('it is incomplete.');
  return buffer;
}

/** The position and length of the central directory. */
async function directoryOf(file: FileHandle, size: number): Promise<{ at: number; length: number }> {
  const tailAt = Math.max(0, size - TAIL_BYTES);
  const tail = await bytesAt(file, tailAt, size - tailAt);
  let end = tail.length - 22;
  while (end >= 0 && tail.readUInt32LE(end) !== END) end--;
  if (end < 0) throw damaged('it is not a ZIP file, or it is incomplete.');
  const length = tail.readUInt32LE(end + 12);
  const at = tail.readUInt32LE(end + 16);
  if (at !== 0xffffffff && length !== 0xffffffff) return { at, length };
  if (end < 20 || tail.readUInt32LE(end - 20) !== END_64_LOCATOR)
    throw damaged('its central directory is missing.');
  const zip64End = await bytesAt(file, Number(tail.readBigUInt64LE(end - 12)), 56);
  if (zip64End.readUInt32LE(0) !== END_64) throw damaged('its central directory is missing.');
  return { at: Number(zip64End.readBigUInt64LE(48)), length: Number(zip64End.readBigUInt64LE(40)) };
}

/** The sizes and offset of an entry that exceed 32 bits, from its ZIP64 extra field. */
function zip64Numbers(extra: Buffer, narrow: readonly number[]): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let next = at + 4;
    return narrow.map((number) => {
      if (number !== 0xffffffff) return number;
      if (next + 8 > extra.length) throw damaged('its central directory is damaged.');
      next += 8;
      return Number(extra.readBigUInt64LE(next - 8));
    });
  }
  return [...narrow];
}

/** A sliding window over the directory, which may be larger than memory. */
class DirectoryWindow {
  readonly #file: FileHandle;
  readonly #end: number;
  #at: number;
  #bytes: Buffer = Buffer.alloc(0);

  constructor(file: FileHandle, at: number, length: number) {
    this.#file = file;
    this.#at = at;
    this.#end = at + length;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#end;
  }

  /** The next `length` bytes. @throws InvalidArchiveError if the directory ends before */
  async peek(length: number): Promise<Buffer> {
    if (this.#at + length > this.#end) throw damaged('its central directory is damaged.');
    if (this.#bytes.length < length)
      this.#bytes = await bytesAt(this.#file, this.#at, Math.min(this.#end - this.#at, WINDOW_BYTES));
    return this.#bytes.subarray(0, length);
  }

  advance(length: number): void {
    this.#at += length;
    this.#bytes = this.#bytes.subarray(length);
  }
}

async function* entriesOf(window: DirectoryWindow): AsyncGenerator<Entry> {
  while (!window.isAtEnd) {
    const head = await window.peek(HEAD_BYTES);
    if (head.readUInt32LE(0) !== CENTRAL) throw damaged('its central directory is damaged.');
    const nameEnd = HEAD_BYTES + head.readUInt16LE(28);
    const extraEnd = nameEnd + head.readUInt16LE(30);
    const end = extraEnd + head.readUInt16LE(32);
    const directory = await window.peek(end);
    const name = directory.toString('utf8', HEAD_BYTES, nameEnd);
    if (directory.readUInt16LE(8) & 1)
      throw new InvalidArchiveError(`entry ${JSON.stringify(name)}`, 'it is encrypted.');
    const kind = (directory.readUInt32LE(38) >>> 16) & FILE_KIND;
    if (kind !== 0 && kind !== PLAIN_FILE && kind !== FOLDER)
      throw new InvalidArchiveError(
        `entry ${JSON.stringify(name)}`,
        'it is not a file or a folder (for example, a link).',
      );
    const narrow = [directory.readUInt32LE(24), directory.readUInt32LE(20), directory.readUInt32LE(42)];
    const [bytes = 0, packedBytes = 0, offset = 0] = zip64Numbers(
      directory.subarray(nameEnd, extraEnd),
      narrow,
    );
    const method = directory.readUInt16LE(10);
    yield { name, method, checksum: directory.readUInt32LE(16), packedBytes, bytes, offset };
    window.advance(end);
  }
}

/** The unpacked bytes of an entry. Refuses more bytes than the directory states, and a wrong checksum. */
async function* contentOf(path: string, file: FileHandle, entry: Entry): AsyncGenerator<Buffer> {
  const head = await bytesAt(file, entry.offset, 30);
  if (head.readUInt32LE(0) !== LOCAL) throw damaged('an entry is not where the central directory says.');
  const start = entry.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  if (entry.packedBytes > 0) {
    const packed = createReadStream(path, { start, end: start + entry.packedBytes - 1 });
    const unpacked = entry.method === 0 ? packed : packed.pipe(createInflateRaw());
    packed.on('error', (error) => unpacked.destroy(error));
    let bytes = 0;
    let checksum = 0;
    for await (const piece of unpacked as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > entry.bytes) break;
      checksum = crc32(piece, checksum);
      yield piece;
    }
    packed.destroy();
    if (bytes === entry.bytes && checksum === entry.checksum) return;
  } else if (entry.bytes === 0) return;
  throw new InvalidArchiveError(`entry ${JSON.stringify(entry.name)}`, 'it is damaged.');
}

/** Small entries are unpacked without streams, which cost many times as much as the entry itself. */
const AT_ONCE_BYTES = 1024 * 1024;
/** The maximum length of the header, name and extra field before the bytes of an entry. */
const LOCAL_BYTES = 30 + 2 * 65_535;

/** The unpacked bytes of a small entry, checked as in `contentOf`. */
function smallContentOf(file: FileHandle, entry: Entry, buffer: Buffer): Buffer {
  const length = Math.min(buffer.length, LOCAL_BYTES + entry.packedBytes);
  const readBytes = readSync(file.fd, buffer, 0, Math.min(length, entry.packedBytes + 1024), entry.offset);
  if (readBytes < 30 || buffer.readUInt32LE(0) !== LOCAL)
    throw damaged('an entry is not where the central directory says.');
  const start = 30 + buffer.readUInt16LE(26) + buffer.readUInt16LE(28);
  if (start + entry.packedBytes > readBytes) readSync(file.fd, buffer, 0, length, entry.offset);
  const packed = buffer.subarray(start, start + entry.packedBytes);
  const bytes = entry.method === 0 ? packed : inflate(packed, entry);
  if (bytes.length === entry.bytes && crc32(bytes) === entry.checksum) return bytes;
  throw new InvalidArchiveError(`entry ${JSON.stringify(entry.name)}`, 'it is damaged.');
}

function inflate(packed: Buffer, entry: Entry): Buffer {
  if (packed.length === 0) return packed;
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.bytes) });
  } catch {
    throw new InvalidArchiveError(`entry ${JSON.stringify(entry.name)}`, 'it is damaged.');
  }
}

export async function unzip(path: string, folder: string, budget: Budget): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const { at, length } = await directoryOf(file, size);
    const buffer = Buffer.alloc(LOCAL_BYTES + AT_ONCE_BYTES);
    if (length > limits.importDirectoryBytes || at + length > size)
      throw damaged('its central directory is damaged.');
    for await (const entry of entriesOf(new DirectoryWindow(file, at, length))) {
      if (entry.name.endsWith('/')) {
        entryPath(entry.name);
        continue;
      }
      if (entry.method !== 0 && entry.method !== 8)
        throw new InvalidArchiveError(
          `entry ${JSON.stringify(entry.name)}`,
          'its compression method is not supported.',
        );
      const isSmall = entry.bytes <= AT_ONCE_BYTES && entry.packedBytes <= AT_ONCE_BYTES;
      if (isSmall) await writeSmallEntry(folder, entry.name, smallContentOf(file, entry, buffer), budget);
      else await writeEntry(folder, entry.name, contentOf(path, file, entry), budget);
    }
  } catch (error) {
    if (error instanceof InvalidArchiveError || isDiskFullError(error)) throw error;
    throw new InvalidArchiveError('the archive', `it is damaged or incomplete (${messageOf(error)}).`);
  } finally {
    await file.close();
  }
}
