// Finds the rows of tables in a JSON file of any size: `{"table": [row, …], …}`, or a single list of rows. Bytes
// arrive in chunks. Rows are returned parsed, in batches, so that memory stays bounded. Outside of wanted rows
// only strings and brackets are tracked.

import { limits } from '../../api-contract/limits.ts';
import { messageOf } from '../../errors/error-detail.ts';
import { InvalidArchiveError } from './invalid-archive-error.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_RECORD = 0x7b;
const CLOSE_RECORD = 0x7d;
/** The bytes of rows after which a batch is returned. */
const BATCH_BYTES = 256 * 1024;
const KEY_BYTES = 200;
/** The byte order mark, which some editors write at the beginning of a file. */
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** A batch of consecutive rows of a table. */
export interface RowBatch {
  /** The name of the table; empty if the file is a single list. */
  readonly table: string;
  /** The index of the batch's first row in its table. */
  readonly first: number;
  readonly rows: readonly unknown[];
}

/** Takes the bytes of one file and returns its rows. */
export class TableScanner {
  readonly #file: string;
  readonly #isWanted: (table: string) => boolean;
  #depth = 0;
  #isInString = false;
  /** Backslashes at the end of the previous chunk, within a string. */
  #backslashes = 0;
  #position = 0;
  /** Whether the root is a record, whose lists are the tables. */
  #hasKeys = false;
  #hasBegun = false;
  /** The bytes of the key that is being read. Of a string that is too long for a key, only the beginning. */
  #key: Buffer | undefined;
  #table = '';
  /** The bytes of the current batch; undefined outside of wanted tables. */
  #batch: Buffer[] | undefined;
  #batchBytes = 0;
  /** The position in the file at which the current row begins. */
  #rowAt = 0;
  #first = 0;
  #found: RowBatch[] = [];

  constructor(file: string, isWanted: (table: string) => boolean) {
    this.#file = file;
    this.#isWanted = isWanted;
  }

  /** Takes the next bytes; returns the rows that were completed by them. */
  push(bytes: Buffer): RowBatch[] {
    let batchFrom = 0;
    let at =
      this.#position === 0 && bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? 3 : 0;
    while (at < bytes.length) {
      if (this.#isInString) {
        const end = this.#stringEnd(bytes, at);
        this.#appendKey(bytes.subarray(at, end));
        at = end;
        continue;
      }
      const byte = bytes[at] as number;
      at++;
      if (byte === QUOTE) {
        this.#isInString = true;
        if (this.#depth === 1 && this.#hasKeys && this.#batch === undefined) this.#key = Buffer.alloc(0);
      } else if (byte === OPEN_LIST || byte === OPEN_RECORD) {
        if (this.#open(byte)) batchFrom = at;
        if (this.#isTableStart(byte)) this.#rowAt = this.#position + at;
      } else if (byte === CLOSE_LIST || byte === CLOSE_RECORD) {
        if (this.#batch && this.#depth === this.#rowDepth) {
          this.#checkRow(at);
          this.#append(bytes.subarray(batchFrom, at - 1));
          this.#flush();
          this.#batch = undefined;
        }
        this.#close(at);
      } else if (byte === COMMA && this.#batch && this.#depth === this.#rowDepth) {
        if (this.#batchBytes + at - batchFrom >= BATCH_BYTES) {
          this.#append(bytes.subarray(batchFrom, at - 1));
          this.#flush();
          batchFrom = at;
        }
        this.#checkRow(at);
        this.#rowAt = this.#position + at;
      } else if (this.#depth === 0 && byte > 0x20) {
        throw this.#error(at, 'it is not a JSON file of tables.');
      }
    }
    if (this.#batch) {
      this.#append(bytes.subarray(batchFrom));
      this.#checkRow(bytes.length);
    }
    this.#position += bytes.length;
    const found = this.#found;
    this.#found = [];
    return found;
  }

  /** @throws InvalidArchiveError for a file that ended before its JSON did */
  end(): void {
    if (!this.#hasBegun || this.#depth > 0) throw this.#error(0, 'it is incomplete.');
  }

  /** Whether the file is a single list; known at its end. */
  get isList(): boolean {
    return this.#hasBegun && !this.#hasKeys;
  }

  get #rowDepth(): number {
    return this.#hasKeys ? 2 : 1;
  }

  /** The position after the string that contains `at`, or the end of the chunk if the string continues. */
  #stringEnd(bytes: Buffer, at: number): number {
    for (let from = at; ; ) {
      const quote = bytes.indexOf(QUOTE, from);
      const end = quote < 0 ? bytes.length : quote;
      let escapes = 0;
      while (end - escapes > at && bytes[end - escapes - 1] === BACKSLASH) escapes++;
      if (end - escapes === at) escapes += this.#backslashes;
      if (quote < 0) {
        this.#backslashes = escapes;
        return end;
      }
      if (escapes % 2 === 0) {
        this.#backslashes = 0;
        this.#isInString = false;
        return quote + 1;
      }
      from = quote + 1;
    }
  }

  /** Whether the list or record that opened is a wanted table. */
  #open(byte: number): boolean {
    if (this.#depth === 0) {
      if (this.#hasBegun) throw this.#error(0, 'it continues after the end of its JSON.');
      this.#hasBegun = true;
      this.#hasKeys = byte === OPEN_RECORD;
    }
    this.#depth++;
    if (this.#depth > limits.importJsonDepth) throw this.#error(0, 'it is nested too deeply.');
    if (!this.#isTableStart(byte)) return false;
    this.#table = this.#hasKeys ? this.#keyText() : '';
    this.#first = 0;
    if (!this.#isWanted(this.#table)) return false;
    this.#batch = [];
    this.#batchBytes = 0;
    return true;
  }

  #isTableStart(byte: number): boolean {
    return byte === OPEN_LIST && this.#depth === this.#rowDepth;
  }

  #close(at: number): void {
    this.#depth--;
    if (this.#depth < 0) throw this.#error(at, 'it is not a JSON file of tables.');
  }

  #appendKey(bytes: Buffer): void {
    if (this.#key && this.#key.length <= KEY_BYTES)
      this.#key = Buffer.concat([this.#key, bytes], Math.min(this.#key.length + bytes.length, KEY_BYTES + 1));
  }

  #keyText(): string {
    const bytes = this.#key ?? Buffer.alloc(0);
    if (bytes.length > KEY_BYTES) throw this.#error(0, 'the name of a table is too long.');
    return bytes.toString('utf8', 0, Math.max(0, bytes.length - 1));
  }

  #append(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#batch?.push(bytes);
    this.#batchBytes += bytes.length;
  }

  #checkRow(at: number): void {
    if (this.#position + at - this.#rowAt > limits.importRowBytes)
      throw this.#error(at, `a row exceeds the limit of ${limits.importRowBytes} bytes.`);
  }

  #flush(): void {
    const text = Buffer.concat(this.#batch ?? []).toString('utf8');
    this.#batch = [];
    this.#batchBytes = 0;
    const rows = this.#parseValues(text);
    if (rows.length > 0) this.#found.push({ table: this.#table, first: this.#first, rows });
    this.#first += rows.length;
  }

  #parseValues(text: string): unknown[] {
    try {
      return JSON.parse(`[${text}]`);
    } catch (error) {
      const location = `${this.#file}, ${this.#table || 'the list'}, at or after row ${this.#first}`;
      throw new InvalidArchiveError(location, `it is not valid JSON (${messageOf(error)}).`);
    }
  }

  #error(at: number, reason: string): InvalidArchiveError {
    return new InvalidArchiveError(`${this.#file}, byte ${this.#position + at}`, reason);
  }
}
