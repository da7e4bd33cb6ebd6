// What the project's sources import, for the checks that walk over it. They are all formatted alike, so a pattern finds it.

import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const importStatements =
  /^(?:import|export)\s([^;']*?)from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm;

/**
 * What a file imports: packages by their names, files by their paths from the root. `clause` is what stands between
 * `import` and `from`; undefined where a file is imported as a whole or later.
 */
export function importsOf(file, text = readFileSync(join(root, file), 'utf8')) {
  return [...text.matchAll(importStatements)].map(([statement, clause, named, bare, later]) => {
    const source = named ?? bare ?? later;
    const isFile = source.startsWith('.');
    return {
      target: isFile ? relative(root, join(root, dirname(file), source)) : source,
      isFile,
      clause,
      isType: /^(?:import|export) type /.test(statement),
      isExport: statement.startsWith('export'),
    };
  });
}
