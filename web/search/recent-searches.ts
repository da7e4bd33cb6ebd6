// The searches last made in this browser, the most recent first.

import { storedValue, storeValue } from '../lib/browser-storage.ts';

const MAX_SEARCHES = 5;

const nameFor = (ownId: number) => `searches ${ownId}`;

export function recentSearches(ownId: number): readonly string[] {
  const stored = storedValue(nameFor(ownId));
  return Array.isArray(stored) ? stored.map(String).slice(0, MAX_SEARCHES) : [];
}

export function rememberSearch(ownId: number, text: string): void {
  const others = recentSearches(ownId).filter((other) => other !== text);
  storeValue(nameFor(ownId), [text, ...others].slice(0, MAX_SEARCHES));
}
