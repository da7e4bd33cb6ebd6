// Which tests a changed line is asked of: those that run it, as recorded, the most telling ones first and not for longer
// than a while.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The rooms whose lines are changed, and where their own tests are. */
export const ROOMS = {
  storage: {
    sources: /^src\/storage\//,
    tests: ['storage/', 'crash/', 'bounds/database.test.ts', 'server/statement-counts.test.ts'],
  },
  events: {
    sources: /^src\/events\//,
    tests: [
      'events/',
      'bounds/snapshots-and-events.test.ts',
      'server/idle-organizations.test.ts',
      'queries/',
    ],
  },
  narrow: { sources: /^src\/narrow\//, tests: ['narrow/'] },
  // Of shapes and tables only the rules.
  rules: {
    sources: /^src\/(?:model|stores)\/.*rules\.ts$/,
    tests: ['bounds/parameters.test.ts', 'bounds/counts.test.ts', 'bad-input/refusals.test.ts'],
  },
};

/** What only runs on PostgreSQL. */
export const needsPostgres = (file) => /\bpostgres[\w-]*\.ts$/.test(file);

/** A line that so few tests run is one that is run once and remembered, or one of the file's beginning. */
const FEW = 3;

export class MutantTests {
  #coverage;
  #texts;
  #mostSeconds;

  /** @param tests the files of tests there are; @param mostSeconds how long a change may be asked of tests */
  constructor(root, coverage, tests, mostSeconds) {
    this.#coverage = coverage;
    this.#texts = new Map(tests.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
    this.#mostSeconds = mostSeconds;
  }

  /** Whether any test runs the line. */
  isRun(source, number) {
    return this.#coverage.ofLine(source, number).length > 0;
  }

  /** For a line of a source the files of tests, in the order in which to ask them. */
  of(room, source, number) {
    const near = this.#coverage.ofFile(source);
    const running = this.#coverage.ofLine(source, number);
    const tests = this.#sorted(room, source, running);
    if (running.length < FEW) tests.push(...this.#sorted(room, source, near));
    let left = this.#mostSeconds;
    return [...new Set(tests)].filter((test, index) => {
      left -= this.#coverage.secondsOf(test);
      return index === 0 || left > 0;
    });
  }

  /** First those that import the source, then those of the room, those that speak of the subject, and the quick ones. */
  #sorted(room, source, tests) {
    const speaks = wordsOf(source);
    const points = (test) => {
      const text = this.#texts.get(test);
      const isOfTheRoom = ROOMS[room].tests.some((place) => test.startsWith(`tests/${place}`));
      const mentions = [...`${test} ${text}`.matchAll(speaks)].length;
      return (
        (text.includes(`/${source}'`) ? 100 : 0) +
        (isOfTheRoom ? 50 : 0) +
        Math.min(mentions, 20) -
        this.#coverage.secondsOf(test)
      );
    };
    const known = new Map(tests.map((test) => [test, points(test)]));
    return [...tests].sort((a, b) => known.get(b) - known.get(a));
  }
}

/** What a source and its folder are called, as it would be said in a test. */
function wordsOf(source) {
  const words = source
    .replace(/\.ts$/, '')
    .split('/')
    .slice(-2)
    .map((word) => word.replace(/-?rules$/, '').replaceAll('-', '[-_ ]'))
    .filter((word) => word !== '');
  return new RegExp(words.join('|'), 'g');
}
