// Parley's own version, from its package. Clients of the API use the feature level instead.

import { readFileSync } from 'node:fs';

let cachedVersion: string | undefined;

/** The version, e.g. 1.2.3. */
export function parleyVersion(): string {
  if (cachedVersion === undefined) {
    const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
    cachedVersion = String((JSON.parse(text) as { readonly version?: unknown }).version);
  }
  return cachedVersion;
}
