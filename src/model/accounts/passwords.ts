// How strong a password must be.

import { badRequest } from '../../contract/error.ts';
import { limits } from '../../contract/limits.ts';

const MIN_LENGTH = 6;
const MIN_GUESSES = 10_000;

/** The first things that are tried. */
const common: ReadonlySet<string> = new Set(
  'password passw0rd 123456 1234567 12345678 123456789 1234567890 qwerty qwertyuiop letmein welcome iloveyou dragon monkey football baseball abc123 admin login master sunshine princess'.split(
    ' ',
  ),
);

/**
 * A lower bound of the tries that guessing takes: by the number of different characters, with runs and well-known
 * words counted as what they are.
 */
function guesses(password: string): number {
  const lower = password.toLowerCase();
  if (common.has(lower)) return 1;
  let steps = 1;
  for (let index = 1; index < lower.length; index++) {
    const distance = lower.charCodeAt(index) - lower.charCodeAt(index - 1);
    // One more of the same, or the next one, adds nothing.
    if (Math.abs(distance) > 1) steps += 1;
  }
  return new Set(lower).size ** steps;
}

/** Whether a password is long and varied enough. */
export function isStrongPassword(password: string): boolean {
  return [...password].length >= MIN_LENGTH && guesses(password) >= MIN_GUESSES;
}

/** The password; refuses one that is too long to be hashed, or too weak. */
export function checkedPassword(password: string): string {
  if (password.length > limits.passwordCharacters) {
    throw badRequest(`The password is too long (limit: ${limits.passwordCharacters} characters).`);
  }
  if (!isStrongPassword(password)) throw badRequest('The password is too weak.');
  return password;
}

/** What register tells clients, so that they can refuse a weak password before it is sent. */
export const passwordBounds = { minimumLength: MIN_LENGTH, minimumGuesses: MIN_GUESSES } as const;
