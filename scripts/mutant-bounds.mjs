// For `npm run mutants -- --bounds`: lifts the bounds of src/api-contract/limits.ts, wherever the server reads them.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '../src/api-contract/limits.ts';
import { needsPostgres } from './mutant-tests.mjs';

/** More than any test reaches; for times, no more than a timer accepts. */
function liftedTo(name) {
  return /Seconds|Milliseconds/.test(name) ? '2e6' : '1e12';
}

/** For each bound (or each that is named): the sources without it, and the tests whose titles contain its name. */
export function liftedBounds(root, tests, named) {
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const sources = globSync('src/**/*.ts', { cwd: root }).filter(
    (file) => !file.includes('api-contract/limits'),
  );
  const texts = new Map(sources.map((file) => [file, read(file)]));
  const testTexts = new Map(tests.map((file) => [file, read(file)]));
  return Object.keys(limits).flatMap((name) => {
    if (named.length > 0 && !named.includes(name)) return [];
    const used = new RegExp(`\\blimits\\.${name}\\b`, 'g');
    const changes = new Map(
      [...texts].flatMap(([file, text]) =>
        text.search(used) >= 0 ? [[file, text.replace(used, liftedTo(name))]] : [],
      ),
    );
    const isNamed = new RegExp(`['"\`]bound [\\w ]*\\b${name}\\b|reaches\\w+\\(\\s*'${name}'`);
    const reaching = tests.filter((file) => isNamed.test(testTexts.get(file)));
    if (changes.size === 0 || reaching.length === 0) return [];
    const engine = [...changes.keys()].every(needsPostgres) ? 'postgres' : 'embedded';
    return [{ module: 'bounds', name, engine, changes, tests: reaching, pattern: `bound .*\\b${name}\\b` }];
  });
}
