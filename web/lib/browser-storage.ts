// Values in the browser's storage. Where a browser stores nothing, as in some private windows, reading finds nothing
// and writing does nothing.

import { storedJson } from './stored-values.ts';

/** A stored value, which an older version may have written in another form; undefined without one. */
export function storedValue(name: string): unknown {
  try {
    return storedJson(localStorage.getItem(name));
  } catch {
    return undefined;
  }
}

export function storeValue(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // The browser stores nothing, or its storage is full.
  }
}
