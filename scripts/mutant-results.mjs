// Caches the results of `npm run mutants` in a file with one line for each change. A change that was noticed is not tested
// again; one that was not is tested again once its tests have changed.

import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export class MutantResults {
  #file;
  #known = new Map();
  #current = [];

  constructor(folder) {
    mkdirSync(folder, { recursive: true });
    this.#file = join(folder, 'found.jsonl');
    const lines = existsSync(this.#file) ? readFileSync(this.#file, 'utf8').split('\n') : [];
    for (const line of lines.filter(Boolean)) {
      const one = JSON.parse(line);
      this.#known.set(one.key, one);
    }
  }

  /**
   * The test that notices a change; empty if none of the tests with the hash `testsHash` does, undefined if unknown.
   */
  of(key, testsHash) {
    const cachedResult = this.#known.get(key);
    return cachedResult && (cachedResult.test || cachedResult.testsHash === testsHash)
      ? cachedResult.test
      : undefined;
  }

  add({ module, name, key, testsHash, test }) {
    this.#current.push({ module, name, test });
    if (this.of(key, testsHash) !== undefined) return;
    this.#known.set(key, { key, testsHash, test });
    appendFileSync(this.#file, `${JSON.stringify({ key, testsHash, test, name })}\n`);
  }

  /** The number of changes and of unnoticed changes by module, and a list of the latter. */
  summary() {
    const modules = Object.entries(Object.groupBy(this.#current, ({ module }) => module));
    const lines = modules.map(([module, all]) => {
      const survivorCount = all.filter(({ test }) => !test).length;
      const share = ((100 * survivorCount) / all.length).toFixed(1);
      return `${module}: ${all.length} changed, ${all.length - survivorCount} noticed, ${survivorCount} not noticed (${share} %)\n`;
    });
    const survivors = this.#current.filter(({ test }) => !test);
    return `\n${lines.join('')}${survivors.map(({ name }) => `  ${name}\n`).join('')}`;
  }
}
