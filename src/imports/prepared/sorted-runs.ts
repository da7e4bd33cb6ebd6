// Sorts lines by a number; there may be more lines than fit into memory. Runs sorted in memory are written to disk
// and merged at the end. The sort is stable.

import { createReadStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The default number of characters in memory. */
const RUN_CHARACTERS = 32_000_000;
/** The number of lines per batch. */
const BATCH = 1000;

interface Line {
  readonly key: number;
  readonly text: string;
}

/** Takes lines in any order and returns them in the order of their keys. */
export class SortedRuns {
  readonly #folder: string;
  readonly #maxCharacters: number;
  #pending: Line[] = [];
  #characters = 0;
  readonly #runs: string[] = [];

  /** At most `maxCharacters` are held in memory; the rest is in files of the folder. */
  constructor(folder: string, maxCharacters = RUN_CHARACTERS) {
    this.#folder = folder;
    this.#maxCharacters = maxCharacters;
  }

  /** Adds a line, which must not contain a line break. */
  async add(key: number, text: string): Promise<void> {
    this.#pending.push({ key, text });
    this.#characters += text.length;
    if (this.#characters >= this.#maxCharacters) await this.#endRun();
  }

  async #endRun(): Promise<void> {
    const path = join(this.#folder, `run-${this.#runs.length}`);
    await writeFile(
      path,
      this.#sortedPending()
        .map(({ key, text }) => `${key}\t${text}\n`)
        .join(''),
    );
    this.#runs.push(path);
    this.#pending = [];
    this.#characters = 0;
  }

  #sortedPending(): Line[] {
    return this.#pending.sort((a, b) => a.key - b.key);
  }

  /** Returns all lines in batches; can be called only once. */
  async *sortedBatches(): AsyncGenerator<string[]> {
    if (this.#runs.length === 0) {
      const lines = this.#sortedPending();
      for (let at = 0; at < lines.length; at += BATCH)
        yield lines.slice(at, at + BATCH).map(({ text }) => text);
      return;
    }
    await this.#endRun();
    yield* this.#mergeRuns();
    for (const path of this.#runs) await rm(path, { force: true });
  }

  async *#mergeRuns(): AsyncGenerator<string[]> {
    const runs = this.#runs.map((path) => new RunReader(path));
    for (const run of runs) await run.fill();
    let batch: string[] = [];
    for (;;) {
      let first: RunReader | undefined;
      for (const run of runs) if (run.line && (!first?.line || run.line.key < first.line.key)) first = run;
      if (!first?.line) break;
      batch.push(first.line.text);
      first.advance();
      if (first.isDrained) await first.fill();
      if (batch.length >= BATCH) {
        yield batch;
        batch = [];
      }
    }
    if (batch.length > 0) yield batch;
  }
}

/** Reads the lines of one run, some ahead. */
class RunReader {
  readonly #chunks: AsyncIterator<string>;
  #rest = '';
  #lines: Line[] = [];
  #at = 0;

  constructor(path: string) {
    const stream = createReadStream(path, { encoding: 'utf8', highWaterMark: 256 * 1024 });
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  get line(): Line | undefined {
    return this.#lines[this.#at];
  }

  get isDrained(): boolean {
    return this.#at >= this.#lines.length;
  }

  advance(): void {
    this.#at++;
  }

  /** Reads more lines; leaves none at the end of the run. */
  async fill(): Promise<void> {
    this.#lines = [];
    this.#at = 0;
    while (this.#lines.length === 0) {
      const { value, done } = await this.#chunks.next();
      if (done) return;
      const lines = (this.#rest + value).split('\n');
      this.#rest = lines.pop() ?? '';
      this.#lines = lines.map(lineOf);
    }
  }
}

function lineOf(text: string): Line {
  const tab = text.indexOf('\t');
  return { key: Number(text.slice(0, tab)), text: text.slice(tab + 1) };
}
