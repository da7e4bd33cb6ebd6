// Iterates over records whose keys are names of a fixed table, with the types of these names. TypeScript
// types every key as `string`, because an object may have more keys than its type; literal tables do not.

/** The names in a table, in order. */
export function keysOf<K extends string>(table: Readonly<Partial<Record<K, unknown>>>): K[] {
  return Object.keys(table) as K[];
}

/** The names and values in a table, in order. */
export function entriesOf<T extends object>(table: T): [keyof T & string, Required<T>[keyof T & string]][] {
  return Object.entries(table) as [keyof T & string, Required<T>[keyof T & string]][];
}

/** A record with a value made for each of the names. */
export function recordOf<K extends string, V>(names: readonly K[], make: (name: K) => V): Record<K, V> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<K, V>;
}

/** A table for lookups with names from outside: it has no inherited entries such as `constructor`. */
export function lookupTable<T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.assign(Object.create(null), entries);
}
