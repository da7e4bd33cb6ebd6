// Lines sorted by a number, of which there may be more than the memory holds: runs that are sorted in memory lie on the disk,
// and are merged at the end. Of equal numbers the line that came first stays first.

import { createReadStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Characters of the lines that are held. */
const RUN_CHARACTERS = 32_000_000;
/** Lines that are handed out together. */
const TOGETHER = 1000;

interface Line {
  readonly key: number;
  readonly text: string;
}

/** Takes lines in any order and gives them in the order of their keys. */
export class SortedRuns {
  readonly #folder: string;
  readonly #most: number;
  #held: Line[] = [];
  #characters = 0;
  readonly #runs: string[] = [];

  /** `most` characters are held in memory; the rest lies in files of the folder. */
  constructor(folder: string, most = RUN_CHARACTERS) {
    this.#folder = folder;
    this.#most = most;
  }

  /** Adds a line, which holds no line break. */
  async add(key: number, text: string): Promise<void> {
    this.#held.push({ key, text });
    this.#characters += text.length;
    if (this.#characters >= this.#most) await this.#endRun();
  }

  async #endRun(): Promise<void> {
    const path = join(this.#folder, `run-${this.#runs.length}`);
    await writeFile(
      path,
      this.#sortedHeld()
        .map(({ key, text }) => `${key}\t${text}\n`)
        .join(''),
    );
    this.#runs.push(path);
    this.#held = [];
    this.#characters = 0;
  }

  #sortedHeld(): Line[] {
    return this.#held.sort((a, b) => a.key - b.key);
  }

  /** All lines, some at a time; only once. */
  async *sorted(): AsyncGenerator<string[]> {
    if (this.#runs.length === 0) {
      const lines = this.#sortedHeld();
      for (let at = 0; at < lines.length; at += TOGETHER)
        yield lines.slice(at, at + TOGETHER).map(({ text }) => text);
      return;
    }
    await this.#endRun();
    yield* this.#merged();
    for (const path of this.#runs) await rm(path, { force: true });
  }

  async *#merged(): AsyncGenerator<string[]> {
    const runs = this.#runs.map((path) => new RunReader(path));
    for (const run of runs) await run.fill();
    let together: string[] = [];
    for (;;) {
      let first: RunReader | undefined;
      for (const run of runs) if (run.line && (!first?.line || run.line.key < first.line.key)) first = run;
      if (!first?.line) break;
      together.push(first.line.text);
      first.advance();
      if (first.isDrained) await first.fill();
      if (together.length >= TOGETHER) {
        yield together;
        together = [];
      }
    }
    if (together.length > 0) yield together;
  }
}

/** The lines of one run, of which some are read ahead. */
class RunReader {
  readonly #pieces: AsyncIterator<string>;
  #rest = '';
  #lines: Line[] = [];
  #at = 0;

  constructor(path: string) {
    const stream = createReadStream(path, { encoding: 'utf8', highWaterMark: 256 * 1024 });
    this.#pieces = stream[Symbol.asyncIterator]();
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

  /** Reads the next lines; none at the end. */
  async fill(): Promise<void> {
    this.#lines = [];
    this.#at = 0;
    while (this.#lines.length === 0) {
      const { value, done } = await this.#pieces.next();
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
