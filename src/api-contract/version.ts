// Parley's own version, as the package says it. What clients of the API go by is the feature level.

import { readFileSync } from 'node:fs';

let known: string | undefined;

/** The version, like 1.2.3. */
export function parleyVersion(): string {
  if (known === undefined) {
    const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
    known = String((JSON.parse(text) as { readonly version?: unknown }).version);
  }
  return known;
}
