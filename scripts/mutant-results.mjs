// What `npm run mutants` has found, kept in a file: a line for each change. One that was seen is not asked again; one that was
// not seen is, where the tests have changed since.

import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export class FoundMutants {
  #file;
  #known = new Map();
  #here = [];

  constructor(folder) {
    mkdirSync(folder, { recursive: true });
    this.#file = join(folder, 'found.jsonl');
    const lines = existsSync(this.#file) ? readFileSync(this.#file, 'utf8').split('\n') : [];
    for (const line of lines.filter(Boolean)) {
      const one = JSON.parse(line);
      this.#known.set(one.key, one);
    }
  }

  /** The test that sees a change, empty where those that are to be asked have not; undefined where that is not known. */
  of(key, asked) {
    const known = this.#known.get(key);
    return known && (known.test || known.asked === asked) ? known.test : undefined;
  }

  keep({ room, name, key, asked, test }) {
    this.#here.push({ room, name, test });
    if (this.of(key, asked) !== undefined) return;
    this.#known.set(key, { key, asked, test });
    appendFileSync(this.#file, `${JSON.stringify({ key, asked, test, name })}\n`);
  }

  /** By room how many there were and how many were not seen, and these one by one. */
  summary() {
    const rooms = Object.entries(Object.groupBy(this.#here, ({ room }) => room));
    const lines = rooms.map(([room, all]) => {
      const unseen = all.filter(({ test }) => !test).length;
      const share = ((100 * unseen) / all.length).toFixed(1);
      return `${room}: ${all.length} changed, ${all.length - unseen} seen, ${unseen} not seen (${share} %)\n`;
    });
    const unseen = this.#here.filter(({ test }) => !test);
    return `\n${lines.join('')}${unseen.map(({ name }) => `  ${name}\n`).join('')}`;
  }
}
