// Finds the rows of tables in a JSON file of any size: `{"table": [row, …], …}`, or one list of rows. Bytes come in
// pieces; rows are handed out parsed, some at a time, so that no more is held than those. What stands around the rows is
// looked at only as far as strings and brackets go.

import { messageOf } from '../../api-contract/error-detail.ts';
import { limits } from '../../api-contract/limits.ts';
import { ArchiveRefused } from './refusal.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_RECORD = 0x7b;
const CLOSE_RECORD = 0x7d;
/** Rows are handed out together until they have so many bytes. */
const TOGETHER_BYTES = 256 * 1024;
const KEY_BYTES = 200;
/** Some editors begin a file with it. */
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** Some rows of a table, in their order. */
export interface Rows {
  /** Empty where the file is one list. */
  readonly table: string;
  /** The number of the first of them in its table. */
  readonly first: number;
  readonly rows: readonly unknown[];
}

/** Takes the bytes of one file and gives its rows. */
export class TableScanner {
  readonly #file: string;
  readonly #isWanted: (table: string) => boolean;
  #depth = 0;
  #isInString = false;
  /** At the end of what came last, within a string. */
  #backslashes = 0;
  #position = 0;
  /** The root is a record: its lists are the tables. */
  #hasKeys = false;
  #hasBegun = false;
  /** The bytes of a key while it is read; of a string too long for one no more than show that. */
  #key: Buffer | undefined;
  #table = '';
  /** Undefined outside of tables that are wanted. */
  #kept: Buffer[] | undefined;
  #keptBytes = 0;
  /** Where in the bytes the present row begins. */
  #rowAt = 0;
  #first = 0;
  #found: Rows[] = [];

  constructor(file: string, isWanted: (table: string) => boolean) {
    this.#file = file;
    this.#isWanted = isWanted;
  }

  /** Takes the next bytes; gives the rows that ended in them. */
  take(bytes: Buffer): Rows[] {
    let keptFrom = 0;
    let at =
      this.#position === 0 && bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? 3 : 0;
    while (at < bytes.length) {
      if (this.#isInString) {
        const end = this.#stringEnd(bytes, at);
        this.#gatherKey(bytes.subarray(at, end));
        at = end;
        continue;
      }
      const byte = bytes[at] as number;
      at++;
      if (byte === QUOTE) {
        this.#isInString = true;
        if (this.#depth === 1 && this.#hasKeys && this.#kept === undefined) this.#key = Buffer.alloc(0);
      } else if (byte === OPEN_LIST || byte === OPEN_RECORD) {
        if (this.#open(byte)) keptFrom = at;
        if (this.#isTableStart(byte)) this.#rowAt = this.#position + at;
      } else if (byte === CLOSE_LIST || byte === CLOSE_RECORD) {
        if (this.#kept && this.#depth === this.#rowDepth) {
          this.#checkRow(at);
          this.#keep(bytes.subarray(keptFrom, at - 1));
          this.#flush();
          this.#kept = undefined;
        }
        this.#close(at);
      } else if (byte === COMMA && this.#kept && this.#depth === this.#rowDepth) {
        if (this.#keptBytes + at - keptFrom >= TOGETHER_BYTES) {
          this.#keep(bytes.subarray(keptFrom, at - 1));
          this.#flush();
          keptFrom = at;
        }
        this.#checkRow(at);
        this.#rowAt = this.#position + at;
      } else if (this.#depth === 0 && byte > 0x20) {
        throw this.#refusal(at, 'it is no JSON file of tables.');
      }
    }
    if (this.#kept) {
      this.#keep(bytes.subarray(keptFrom));
      this.#checkRow(bytes.length);
    }
    this.#position += bytes.length;
    const found = this.#found;
    this.#found = [];
    return found;
  }

  /** Refuses a file that ended before its JSON did. */
  end(): void {
    if (!this.#hasBegun || this.#depth > 0) throw this.#refusal(0, 'it ends in the middle.');
  }

  /** Whether the file is one list; known at its end. */
  get isList(): boolean {
    return this.#hasBegun && !this.#hasKeys;
  }

  get #rowDepth(): number {
    return this.#hasKeys ? 2 : 1;
  }

  /** The place after the string that goes on at `at`, or the end of what there is of it. */
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

  /** Whether the list or record that opened holds rows that are wanted. */
  #open(byte: number): boolean {
    if (this.#depth === 0) {
      if (this.#hasBegun) throw this.#refusal(0, 'more follows after its end.');
      this.#hasBegun = true;
      this.#hasKeys = byte === OPEN_RECORD;
    }
    this.#depth++;
    if (this.#depth > limits.importJsonDepth) throw this.#refusal(0, 'it is nested too deeply.');
    if (!this.#isTableStart(byte)) return false;
    this.#table = this.#hasKeys ? this.#keyText() : '';
    this.#first = 0;
    if (!this.#isWanted(this.#table)) return false;
    this.#kept = [];
    this.#keptBytes = 0;
    return true;
  }

  #isTableStart(byte: number): boolean {
    return byte === OPEN_LIST && this.#depth === this.#rowDepth;
  }

  #close(at: number): void {
    this.#depth--;
    if (this.#depth < 0) throw this.#refusal(at, 'it is no JSON file of tables.');
  }

  #gatherKey(bytes: Buffer): void {
    if (this.#key && this.#key.length <= KEY_BYTES)
      this.#key = Buffer.concat([this.#key, bytes], Math.min(this.#key.length + bytes.length, KEY_BYTES + 1));
  }

  #keyText(): string {
    const bytes = this.#key ?? Buffer.alloc(0);
    if (bytes.length > KEY_BYTES) throw this.#refusal(0, 'the name of a table is too long.');
    return bytes.toString('utf8', 0, Math.max(0, bytes.length - 1));
  }

  #keep(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#kept?.push(bytes);
    this.#keptBytes += bytes.length;
  }

  #checkRow(at: number): void {
    if (this.#position + at - this.#rowAt > limits.importRowBytes)
      throw this.#refusal(at, 'a row is larger than any of an export.');
  }

  #flush(): void {
    const text = Buffer.concat(this.#kept ?? []).toString('utf8');
    this.#kept = [];
    this.#keptBytes = 0;
    const rows = this.#parsed(text);
    if (rows.length > 0) this.#found.push({ table: this.#table, first: this.#first, rows });
    this.#first += rows.length;
  }

  #parsed(text: string): unknown[] {
    try {
      return JSON.parse(`[${text}]`);
    } catch (error) {
      const where = `${this.#file}, ${this.#table || 'the list'} from row ${this.#first} on`;
      throw new ArchiveRefused(where, `it is no JSON (${messageOf(error)}).`);
    }
  }

  #refusal(at: number, reason: string): ArchiveRefused {
    return new ArchiveRefused(`${this.#file}, byte ${this.#position + at}`, reason);
  }
}
