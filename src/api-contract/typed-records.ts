// Walking records whose keys are names of a fixed table, with the types that those names have. The language gives
// every key as plain text, since an object may hold more than its type says; tables that are written down do not.

/** The names in a table, in its order. */
export function keysOf<K extends string>(table: Readonly<Partial<Record<K, unknown>>>): K[] {
  return Object.keys(table) as K[];
}

/** The names in a table with what stands under them, in its order. */
export function entriesOf<T extends object>(table: T): [keyof T & string, Required<T>[keyof T & string]][] {
  return Object.entries(table) as [keyof T & string, Required<T>[keyof T & string]][];
}

/** A record with something made for each of some names. */
export function recordOf<K extends string, V>(names: readonly K[], make: (name: K) => V): Record<K, V> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<K, V>;
}

/** A table that is asked for words from outside: it has its own entries and nothing else, no `constructor`. */
export function lookupTable<T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.assign(Object.create(null), entries);
}
