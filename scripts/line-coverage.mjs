// Records which lines of the sources each test file executes. Results are cached in `build/mutants/` until a test file changes.

import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runTestProcess } from './test-process.mjs';

/** A test file that takes longer is recorded without any lines. */
const LIMIT_MILLISECONDS = 300_000;
/** As in a run of all tests, since the memory of a process grows. */
const FILES_PER_PROCESS = 60;

/** Save after this many files, so that an interrupted recording loses little. */
const SAVE_INTERVAL = 10;

export const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** The numbers (from zero) of the lines that were executed at least in part, from V8 coverage. */
function linesOf(text, functions) {
  const hasRun = new Uint8Array(text.length + 1);
  const ranges = functions.flatMap((one) => one.ranges);
  ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const { startOffset, endOffset, count } of ranges)
    hasRun.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  const lines = [];
  let at = 0;
  for (const [number, line] of text.split('\n').entries()) {
    for (let index = line.search(/\S/); index >= 0 && index < line.length; index++) {
      if (!hasRun[at + index]) continue;
      lines.push(number);
      break;
    }
    at += line.length + 1;
  }
  return lines;
}

/** Reads and removes the V8 reports in a folder; returns the executed lines by source. */
function readReports(folder, root, isWanted) {
  const prefix = pathToFileURL(`${root}/`).href;
  const lines = {};
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    let result = [];
    try {
      ({ result } = JSON.parse(readFileSync(path, 'utf8')));
    } catch {
      // Its process was killed while writing.
    }
    rmSync(path);
    for (const { url, functions } of result) {
      const file = url.startsWith(prefix) ? url.slice(prefix.length) : '';
      if (!isWanted(file)) continue;
      const ran = linesOf(readFileSync(join(root, file), 'utf8'), functions);
      if (ran.length > 0) lines[file] = [...new Set([...(lines[file] ?? []), ...ran])];
    }
  }
  return lines;
}

/**
 * Returns the lines that each test file executes, of the sources that match one of `wanted`. Runs the test files
 * that are not cached in `root`, in the given number of processes. In the cache file, `tests` has the lines by
 * source for each test file, with its duration in seconds; `sources` has the texts that the line numbers refer
 * to.
 */
export async function lineCoverage({ root, store, tests, environment, wanted, processes, onRecorded }) {
  const isWanted = (file) => wanted.some((pattern) => pattern.test(file));
  const readStore = () =>
    existsSync(store) ? JSON.parse(readFileSync(store, 'utf8')) : { sources: {}, tests: {} };
  const recorded = readStore();
  const textOf = (file) => readFileSync(join(root, file), 'utf8');
  const hashOfTest = (file) => hashOf(`${wanted.join()} ${textOf(file)}`);
  const missing = tests.filter((file) => recorded.tests[file]?.hash !== hashOfTest(file));
  const save = () => {
    mkdirSync(join(store, '..'), { recursive: true });
    // Merge with the results that another run has recorded in the meantime.
    const other = readStore();
    const sources = { ...other.sources, ...recorded.sources };
    writeFileSync(store, JSON.stringify({ sources, tests: { ...other.tests, ...recorded.tests } }));
  };
  const record = (file, folder, { processor = 0, failed = 1 } = {}) => {
    const lines = {};
    for (const [source, numbers] of Object.entries(readReports(folder, root, isWanted))) {
      // Keyed by the hash of the text, since a source may change between two recordings.
      const text = textOf(source);
      const hash = hashOf(text);
      recorded.sources[hash] = text;
      lines[source] = { hash, numbers };
    }
    recorded.tests[file] = {
      hash: hashOfTest(file),
      seconds: processor / 1000,
      isPassing: failed === 0,
      lines,
    };
  };
  const work = async () => {
    while (missing.length > 0) {
      const folder = mkdtempSync(join(tmpdir(), 'parley-coverage-'));
      let count = 0;
      let current;
      await runTestProcess({
        cwd: root,
        env: { ...process.env, ...environment, NODE_V8_COVERAGE: folder },
        limitMilliseconds: LIMIT_MILLISECONDS,
        nextFile: () => {
          current = count++ < FILES_PER_PROCESS ? missing.shift() : undefined;
          return current;
        },
        onFileEnded: (ended) => {
          record(current, folder, ended);
          onRecorded(current, { isPassing: ended.failed === 0, left: missing.length });
          current = undefined;
          if (count % SAVE_INTERVAL === 0) save();
        },
      });
      if (current) record(current, folder);
      rmSync(folder, { recursive: true, force: true });
      save();
    }
  };
  await Promise.all(Array.from({ length: processes }, work));
  return new LineCoverage(recorded, tests, root);
}

/** Finds the tests that execute a line. */
class LineCoverage {
  #recorded;
  #tests;
  #root;

  constructor(recorded, tests, root) {
    this.#recorded = recorded;
    this.#tests = tests.filter((file) => recorded.tests[file].isPassing);
    this.#root = root;
  }

  secondsOf(test) {
    return this.#recorded.tests[test].seconds;
  }

  /** Tests that execute any line of a source. */
  ofFile(source) {
    return this.#tests.filter((test) => this.#recorded.tests[test].lines[source]);
  }

  /** Tests that execute a line of the current source. */
  ofLine(source, number) {
    const now = readFileSync(join(this.#root, source), 'utf8').split('\n');
    const asRecorded = new Map();
    return this.ofFile(source).filter((test) => {
      const { hash, numbers } = this.#recorded.tests[test].lines[source];
      if (!asRecorded.has(hash))
        asRecorded.set(hash, this.#numberIn(this.#recorded.sources[hash], now, number));
      return numbers.includes(asRecorded.get(hash));
    });
  }

  /** The number of a line in an earlier text: the nearest equal line. */
  #numberIn(text, now, number) {
    const former = text.split('\n');
    const distance = (one) => Math.abs(one - number);
    return [...former.keys()]
      .filter((one) => former[one] === now[number])
      .sort((a, b) => distance(a) - distance(b))[0];
  }
}
