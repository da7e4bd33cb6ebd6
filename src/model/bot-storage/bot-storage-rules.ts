// Limits the storage of bots, and refuses requests for keys that do not exist.

import { codePointsOf } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';

/** The values that a bot stores, by key. */
export type StoredValues = Readonly<Record<string, string>>;

/** Characters of keys and values, counted as the database counts them. */
function charactersOf(values: StoredValues): number {
  let count = 0;
  for (const [name, value] of Object.entries(values)) count += codePointsOf(name) + codePointsOf(value);
  return count;
}

/**
 * Refuses values that would exceed a bot's storage limit.
 * @param unchanged how many characters the stored values that do not change have
 */
export function checkStorageLimit(unchanged: number, values: StoredValues): void {
  const excess = unchanged + charactersOf(values) - limits.botStorageCharacters;
  if (excess <= 0) return;
  throw badRequest(
    `Request exceeds storage limit by ${excess} characters. The limit is ${limits.botStorageCharacters} characters.`,
  );
}

/** Refuses if one of the requested keys does not exist. */
export function checkKeysExist(names: readonly string[], existing: StoredValues): void {
  if (names.some((name) => !Object.hasOwn(existing, name))) throw badRequest('Key does not exist.');
}
