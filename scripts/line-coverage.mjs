// Which lines of the sources each file of tests runs: kept in `build/mutants/`, and recorded anew for those that have changed.

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

/** A file of tests that takes longer is recorded as if it ran nothing. */
const LIMIT_MILLISECONDS = 300_000;
/** As in a run of all tests: what a process keeps grows. */
const FILES_IN_A_PROCESS = 60;

/** What was recorded is not lost where the recording is ended. */
const SAVED_AFTER = 10;

export const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Of what V8 counted in a script, the numbers of lines, from zero, of which something ran. */
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

/** Takes the reports that V8 has left in a folder: lines that ran, by the source. */
function takeReports(folder, root, isWanted) {
  const prefix = pathToFileURL(`${root}/`).href;
  const lines = {};
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    let result = [];
    try {
      ({ result } = JSON.parse(readFileSync(path, 'utf8')));
    } catch {
      // Its process was killed while it wrote.
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
 * What each of the files of tests runs, recorded in `root` where that is not known yet: `tests` has lines by source for each,
 * with the seconds that it took; `sources` the texts that the numbers of lines are of.
 */
export async function lineCoverage({ root, store, tests, environment, isWanted, onRecorded }) {
  const kept = () =>
    existsSync(store) ? JSON.parse(readFileSync(store, 'utf8')) : { sources: {}, tests: {} };
  const recorded = kept();
  const textOf = (file) => readFileSync(join(root, file), 'utf8');
  const missing = tests.filter((file) => recorded.tests[file]?.hash !== hashOf(textOf(file)));
  const save = () => {
    mkdirSync(join(store, '..'), { recursive: true });
    // Beside what another run has recorded meanwhile.
    const other = kept();
    const sources = { ...other.sources, ...recorded.sources };
    writeFileSync(store, JSON.stringify({ sources, tests: { ...other.tests, ...recorded.tests } }));
  };
  const take = (file, folder, { processor = 0, failed = 1 } = {}) => {
    const lines = {};
    for (const [source, numbers] of Object.entries(takeReports(folder, root, isWanted))) {
      // By the hash of the text, since a source may change between two recordings.
      const text = textOf(source);
      const hash = hashOf(text);
      recorded.sources[hash] = text;
      lines[source] = { hash, numbers };
    }
    recorded.tests[file] = {
      hash: hashOf(textOf(file)),
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
          current = count++ < FILES_IN_A_PROCESS ? missing.shift() : undefined;
          return current;
        },
        onFileEnded: (ended) => {
          take(current, folder, ended);
          onRecorded(current, missing.length);
          current = undefined;
          if (count % SAVED_AFTER === 0) save();
        },
      });
      if (current) take(current, folder);
      rmSync(folder, { recursive: true, force: true });
      save();
    }
  };
  await Promise.all([work(), work()]);
  return new LineCoverage(recorded, tests, root);
}

/** Answers which tests run a line. */
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

  /** Tests that run anything of a source. */
  ofFile(source) {
    return this.#tests.filter((test) => this.#recorded.tests[test].lines[source]);
  }

  /** Tests that run a line of a source as it is now. */
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

  /** Where a line stood in a former text: the nearest that reads the same. */
  #numberIn(text, now, number) {
    const former = text.split('\n');
    const distance = (one) => Math.abs(one - number);
    return [...former.keys()]
      .filter((one) => former[one] === now[number])
      .sort((a, b) => distance(a) - distance(b))[0];
  }
}
