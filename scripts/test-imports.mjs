// Finds out whether a test file or its imports use the database or local time. Files that do not use the database
// need not run on PostgreSQL as well, and files that do not compute local time need not run in a second time
// zone.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const databasePattern = /\bPARLEY_TEST_DATABASE_URL\b/;
const localTimePattern = /\bget(?:Hours|Minutes|Date|Day|Month|FullYear|TimezoneOffset)\(|\bDateTimeFormat\b/;
const imported = /(?:from|import\()\s*['`](\.[^'`?]+)/g;

/** Returns a function that checks whether a file, or an import of it in `tests/`, uses the database of the run. */
export function databaseUsers(root) {
  return filesReaching(root, ['tests'], databasePattern);
}

/**
 * Returns a function that checks whether a file, or an import of it in `tests/` or the client, uses local time or
 * date formats.
 */
export function localTimeUsers(root) {
  return filesReaching(root, ['tests', 'web', 'client'], localTimePattern);
}

/** Returns a function that checks whether a file, or an import of it in `folders`, matches the pattern. */
function filesReaching(root, folders, pattern) {
  const reachCache = new Map();
  const folderPaths = folders.map((folder) => resolve(root, folder));
  const doesReach = (path) => {
    const cached = reachCache.get(path);
    if (cached !== undefined) return cached;
    // In an import cycle, the other files decide.
    reachCache.set(path, false);
    if (!existsSync(path)) return false;
    const text = readFileSync(path, 'utf8');
    const found =
      pattern.test(text) ||
      [...text.matchAll(imported)]
        .map(([, name]) => resolve(dirname(path), name))
        .some((one) => folderPaths.some((folder) => one.startsWith(folder)) && doesReach(one));
    reachCache.set(path, found);
    return found;
  };
  return (file) => doesReach(resolve(root, file));
}
