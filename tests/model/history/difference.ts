// The difference between two values as text.

import { isDeepStrictEqual } from 'node:util';

/** Undefined if the values are equal. */
export function difference(what: string, actual: unknown, expected: unknown): string | undefined {
  if (isDeepStrictEqual(actual, expected)) return undefined;
  return `${what}: ${JSON.stringify(actual)}, and not ${JSON.stringify(expected)}`;
}
