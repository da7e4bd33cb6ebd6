// The storage of a browser, for tests that run without one.

import type { Storage } from '../../web/composer/local-drafts.ts';

export interface BrowserStorage extends Storage {
  readonly entries: Map<string, string>;
  setItem: Storage['setItem'];
}

export function browserStorage(): BrowserStorage {
  const entries = new Map<string, string>();
  return {
    entries,
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}
