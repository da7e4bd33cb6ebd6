// The engine for patterns that people write, which takes linear time whatever they are. It is large, and most
// organizations have no such patterns: it is loaded with the first one.

import { createRequire } from 'node:module';
import type { RE2JS } from 're2js';

type Engine = typeof import('re2js');

const load = createRequire(import.meta.url);

/** Compiles a pattern. Throws an error that says what is wrong with it. */
export function compileLinear(pattern: string): RE2JS {
  const engine: Engine = load('re2js');
  return engine.RE2JS.compile(pattern);
}
