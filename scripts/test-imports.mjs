// Whether a file of tests asks a database at all: what does not need not run once more on another one.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const asks = /\bPARLEY_TEST_DATABASE_URL\b/;
const imported = /(?:from|import\()\s*['`](\.[^'`?]+)/g;

/** Tells of files whether they, or what they import of the tests, speak of the database that the run has chosen. */
export function databaseAskers(root) {
  const known = new Map();
  const inTests = resolve(root, 'tests');
  const doesAsk = (path) => {
    const present = known.get(path);
    if (present !== undefined) return present;
    // Of a circle of imports each is what the others make it.
    known.set(path, false);
    if (!existsSync(path)) return false;
    const text = readFileSync(path, 'utf8');
    const found =
      asks.test(text) ||
      [...text.matchAll(imported)]
        .map(([, name]) => resolve(dirname(path), name))
        .some((one) => one.startsWith(inTests) && doesAsk(one));
    known.set(path, found);
    return found;
  };
  return (file) => doesAsk(resolve(root, file));
}
