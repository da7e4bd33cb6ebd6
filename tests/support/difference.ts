// Describes where two values differ, briefly enough to read in the output of a test.

import { isDeepStrictEqual } from 'node:util';

/**
 * The first difference between a server's memory and its tables, as text. `counted` returns the parts of a value that
 * matter; it is called only for values that are not entirely equal.
 */
export function difference(
  cached: Record<string, unknown>,
  fresh: Record<string, unknown>,
  countable: (value: unknown) => unknown = (value) => value,
): string | undefined {
  for (const name of new Set([...Object.keys(cached), ...Object.keys(fresh)])) {
    if (isDeepStrictEqual(cached[name], fresh[name])) continue;
    const [left, right] = [countable(cached[name]), countable(fresh[name])];
    if (isDeepStrictEqual(left, right)) continue;
    const [one, other] = differingParts(left, right);
    return `${name} in memory: ${shortText(one)}, and in the tables: ${shortText(other)}`;
  }
  return undefined;
}

/** Of two maps or objects, only the entries that differ. */
function differingParts(one: unknown, other: unknown): [unknown, unknown] {
  const [a, b] = [entriesOf(one), entriesOf(other)];
  if (!a || !b) return [one, other];
  const keys = [...new Set([...a.keys(), ...b.keys()])].filter(
    (key) => !isDeepStrictEqual(a.get(key), b.get(key)),
  );
  const [first] = keys;
  if (keys.length === 1 && first !== undefined) {
    const [left, right] = differingParts(a.get(first), b.get(first));
    return [{ [String(first)]: left }, { [String(first)]: right }];
  }
  return [keys.map((key) => [key, a.get(key)]), keys.map((key) => [key, b.get(key)])];
}

function entriesOf(value: unknown): ReadonlyMap<unknown, unknown> | undefined {
  if (value instanceof Map) return value;
  if (typeof value !== 'object' || value === null || value instanceof Set) return undefined;
  return new Map(Object.entries(value));
}

function shortText(value: unknown): string {
  const text = JSON.stringify(value, (_key, inner) =>
    inner instanceof Map || inner instanceof Set ? [...inner] : inner,
  );
  return String(text).slice(0, 1500);
}
