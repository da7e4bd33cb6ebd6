// What may be kept by a bot: so much in all, and what is asked for or forgotten by name must be there.

import { codePointsOf } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';

/** What a bot keeps, by its keys. */
export type StoredValues = Readonly<Record<string, string>>;

/** The characters of names and values, counted as the database counts them. */
function charactersOf(values: StoredValues): number {
  let count = 0;
  for (const [name, value] of Object.entries(values)) count += codePointsOf(name) + codePointsOf(value);
  return count;
}

/** Refuses when a bot would keep more than it may. @param beside characters of what stays as it is */
export function checkRoom(beside: number, values: StoredValues): void {
  const over = beside + charactersOf(values) - limits.botStorageCharacters;
  if (over <= 0) return;
  throw badRequest(
    `Request exceeds storage limit by ${over} characters. The limit is ${limits.botStorageCharacters} characters.`,
  );
}

/** Refuses when a name that was asked for is not among those that hold something. */
export function checkPresent(names: readonly string[], present: StoredValues): void {
  if (names.some((name) => !Object.hasOwn(present, name))) throw badRequest('Key does not exist.');
}
