// What the project's sources import, for the checks that walk over it. They are all formatted alike, so a pattern finds it.

import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** What names that begin with `#` stand for: a file for each place that the program runs in. */
const inner = Object.entries(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).imports);
const filesOf = new Map(inner.map(([name, places]) => [name, Object.values(places)]));

const importStatements =
  /^(?:import|export)\s([^;']*?)from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm;

/**
 * What a file imports: packages by their names, files by their paths from the root. `clause` is what stands between
 * `import` and `from`; undefined where a file is imported as a whole or later.
 */
export function importsOf(file, text = readFileSync(join(root, file), 'utf8')) {
  return [...text.matchAll(importStatements)].flatMap(([statement, clause, named, bare, later]) => {
    const source = named ?? bare ?? later;
    const said = {
      clause,
      isType: /^(?:import|export) type /.test(statement),
      isExport: statement.startsWith('export'),
    };
    const inner = filesOf.get(source)?.map((path) => join(root, path));
    if (inner === undefined && !source.startsWith('.')) return [{ ...said, target: source, isFile: false }];
    const paths = inner ?? [join(root, dirname(file), source)];
    return paths.map((path) => ({ ...said, target: relative(root, path), isFile: true }));
  });
}
