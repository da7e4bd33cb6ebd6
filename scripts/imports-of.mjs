// Lists the imports of a source file, for the checks. All sources are formatted alike, so a regular expression is enough.

import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Subpath imports: names that begin with `#` map to one file per environment. */
const subpathImports = Object.entries(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).imports);
const filesOf = new Map(subpathImports.map(([name, conditions]) => [name, Object.values(conditions)]));

const importStatements =
  /^(?:import|export)\s([^;']*?)from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm;

/**
 * The imports of a file: packages by name, files by path from the root. `clause` is the text between `import` and
 * `from`; undefined for an import of side effects and for a dynamic import.
 */
export function importsOf(file, text = readFileSync(join(root, file), 'utf8')) {
  return [...text.matchAll(importStatements)].flatMap(([statement, clause, named, bare, dynamic]) => {
    const source = named ?? bare ?? dynamic;
    const details = {
      clause,
      isType: /^(?:import|export) type /.test(statement),
      isExport: statement.startsWith('export'),
    };
    const inner = filesOf.get(source)?.map((path) => join(root, path));
    if (inner === undefined && !source.startsWith('.'))
      return [{ ...details, target: source, isFile: false }];
    const paths = inner ?? [join(root, dirname(file), source)];
    return paths.map((path) => ({ ...details, target: relative(root, path), isFile: true }));
  });
}
