// Decides whether a password is strong enough. It refuses the most common ones, the owner's names and
// addresses, and sequences on the keyboard, also with a few characters added.

import { readFile } from 'node:fs/promises';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { baseWordsOf, countSteps, repeatedPart, withoutAccents } from './password-cores.ts';

/** In code points. Applies when a password is chosen; older, shorter ones remain valid. */
const MIN_LENGTH = 8;
const MIN_GUESSES = 10_000;
/** Additions around a known word up to this many steps do not make a password strong. */
const MAX_ADDED_STEPS = 6;
/** Shorter parts of names occur in too many other words. */
const MIN_PERSONAL_WORD = 3;
/** The maximum length of a host name in the DNS. */
const MAX_HOST_CHARACTERS = 253;

/** Sent by `POST /register`, so that clients can refuse a weak password before they send it. */
export const passwordBounds = { minimumLength: MIN_LENGTH, minimumGuesses: MIN_GUESSES } as const;

/** Known names and addresses of the person who chooses the password. */
export type PersonalWords = readonly string[];

/** The organization's name and the parts of its host name, which everyone who finds it knows. */
export function organizationWords(name: string, address: string): PersonalWords {
  const host = address
    .replace(/^\w+:\/\//, '')
    .replace(/[:/].*$/s, '')
    .slice(0, MAX_HOST_CHARACTERS);
  const labels = host.split('.');
  return [name, ...labels, ...labels.map((_, index) => labels.slice(index).join('.'))];
}

/** Read from the file each time, because it is rarely needed. */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  const text = await readFile(new URL('./common-passwords.txt', import.meta.url), 'utf8');
  return new Set(text.split('\n').filter((line) => line !== '' && !line.startsWith('#')));
}

/** Names and addresses, whole and in parts. */
function personalWordsOf(personal: PersonalWords): ReadonlySet<string> {
  const words = personal.map(withoutAccents).flatMap((text) => {
    const parts = text.split(/[^a-z0-9]+/);
    return [text, parts.join(''), ...parts, ...text.split('@')];
  });
  return new Set(words.filter((word) => word.length >= MIN_PERSONAL_WORD));
}

/** A lower bound for the number of guesses without a word list. */
function minimumGuesses(password: string): number {
  const part = repeatedPart(withoutAccents(password));
  return new Set(part).size ** countSteps(part);
}

/** What is weak about a password, as the end of a sentence, by the code for pages. */
const weaknessTexts = {
  PASSWORD_TOO_SHORT: `needs at least ${MIN_LENGTH} characters`,
  PASSWORD_REPETITIVE: 'repeats itself or follows the keyboard or the alphabet',
  PASSWORD_NUMERIC: 'is a number or a date. Add letters',
  PASSWORD_PERSONAL: 'is too similar to your name or address, or to those of the organization',
  PASSWORD_COMMON: 'is a common password, or too similar to one',
};

type Weakness = keyof typeof weaknessTexts;

/** What is weak about a password; undefined if it is strong enough. */
async function weaknessOf(password: string, personal: PersonalWords): Promise<Weakness | undefined> {
  if ([...password].length < MIN_LENGTH) return 'PASSWORD_TOO_SHORT';
  if (minimumGuesses(password) < MIN_GUESSES) return 'PASSWORD_REPETITIVE';
  if (/^\d{1,8}$/.test(password)) return 'PASSWORD_NUMERIC';
  const personalWords = personalWordsOf(personal);
  const common = await commonPasswords();
  for (const word of baseWordsOf(password, MAX_ADDED_STEPS)) {
    if (personalWords.has(word)) return 'PASSWORD_PERSONAL';
    if (common.has(word)) return 'PASSWORD_COMMON';
  }
  return undefined;
}

/**
 * Refuses a password that is too long to be hashed, or too weak, and states what it needs.
 * @param weakMessage the beginning of the error message
 */
export async function checkPassword(
  password: string,
  personal: PersonalWords,
  weakMessage = 'The password is too weak.',
): Promise<void> {
  if (password.length > limits.passwordCharacters) {
    const maximum = limits.passwordCharacters;
    throw badRequest(`The password is too long (limit: ${maximum} characters).`).onPages({
      code: 'PASSWORD_TOO_LONG',
      maximum,
    });
  }
  const weakness = await weaknessOf(password, personal);
  if (weakness)
    throw badRequest(`${weakMessage} It ${weaknessTexts[weakness]}.`).onPages({
      code: weakness,
      minimum: MIN_LENGTH,
    });
}
