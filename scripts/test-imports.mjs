// What a file of tests reaches by its imports: one that asks no database need not run once more on another one, and one that
// computes no local time need not run once more in another time zone.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const asks = /\bPARLEY_TEST_DATABASE_URL\b/;
const local = /\bget(?:Hours|Minutes|Date|Day|Month|FullYear|TimezoneOffset)\(|\bDateTimeFormat\b/;
const imported = /(?:from|import\()\s*['`](\.[^'`?]+)/g;

/** Tells of files whether they, or what they import of the tests, speak of the database that the run has chosen. */
export function databaseAskers(root) {
  return reaching(root, ['tests'], asks);
}

/** The same of those that look at the clock where the person is, or write a moment in words, also by the client's code. */
export function localTimeUsers(root) {
  return reaching(root, ['tests', 'web', 'client'], local);
}

/** Tells of files whether they, or what they import of some folders, hold something. */
function reaching(root, folders, pattern) {
  const known = new Map();
  const inside = folders.map((folder) => resolve(root, folder));
  const doesReach = (path) => {
    const present = known.get(path);
    if (present !== undefined) return present;
    // Of a circle of imports each is what the others make it.
    known.set(path, false);
    if (!existsSync(path)) return false;
    const text = readFileSync(path, 'utf8');
    const found =
      pattern.test(text) ||
      [...text.matchAll(imported)]
        .map(([, name]) => resolve(dirname(path), name))
        .some((one) => inside.some((folder) => one.startsWith(folder)) && doesReach(one));
    known.set(path, found);
    return found;
  };
  return (file) => doesReach(resolve(root, file));
}
