// How strong a password must be: more than what is tried first. The commonest ones are refused, and so are the owner's
// name and address and what follows the keyboard, each also with a little added.

import { readFile } from 'node:fs/promises';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { coresOf, plain, repeatedPart, stepsOf } from './password-cores.ts';

/** In code points, wherever a password is chosen; shorter ones of before still log in. */
const MIN_LENGTH = 8;
const MIN_GUESSES = 10_000;
/** Digits and signs around a word that every guesser knows add nothing unless they are more. */
const LITTLE_ADDED = 6;
/** Shorter parts of names are in too many other words. */
const SHORTEST_OWN_WORD = 3;
/** Characters of a host name, as the DNS has them. */
const LONGEST_HOST = 253;

/** What register tells clients, so that they can refuse a weak password before it is sent. */
export const passwordBounds = { minimumLength: MIN_LENGTH, minimumGuesses: MIN_GUESSES } as const;

/** What a page says beside the field for a new password. */
export const PASSWORD_HINT = `At least ${MIN_LENGTH} characters: not your name or address, and none of the passwords that are tried first, also with digits or signs added. A few words that nobody else would put together are best.`;

/** Whose password it is to be, as far as that is known: names and addresses. */
export type OwnWords = readonly string[];

/** What an organization is called, and the parts of the host in its address: everybody who finds it knows them. */
export function organizationWords(name: string, address: string): OwnWords {
  const host = address
    .replace(/^\w+:\/\//, '')
    .replace(/[:/].*$/s, '')
    .slice(0, LONGEST_HOST);
  const labels = host.split('.');
  return [name, ...labels, ...labels.map((_, index) => labels.slice(index).join('.'))];
}

/** The list is read when it is needed, which is seldom, and not kept. */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  const text = await readFile(new URL('./common-passwords.txt', import.meta.url), 'utf8');
  return new Set(text.split('\n').filter((line) => line !== '' && !line.startsWith('#')));
}

/** Names and addresses, whole and in their parts. */
function ownWordsOf(own: OwnWords): ReadonlySet<string> {
  const words = own.map(plain).flatMap((text) => {
    const parts = text.split(/[^a-z0-9]+/);
    return [text, parts.join(''), ...parts, ...text.split('@')];
  });
  return new Set(words.filter((word) => word.length >= SHORTEST_OWN_WORD));
}

/** A lower bound of the tries that guessing takes which knows no words. */
function guesses(password: string): number {
  const part = repeatedPart(plain(password));
  return new Set(part).size ** stepsOf(part);
}

/** What is wrong with a password, as the end of a sentence; undefined where it is good. */
async function weaknessOf(password: string, own: OwnWords): Promise<string | undefined> {
  if ([...password].length < MIN_LENGTH) return `needs at least ${MIN_LENGTH} characters`;
  if (guesses(password) < MIN_GUESSES) return 'repeats itself, or follows the keyboard or the alphabet';
  if (/^\d{1,8}$/.test(password)) return 'is a number or a date: add letters';
  const ownWords = ownWordsOf(own);
  const common = await commonPasswords();
  for (const word of coresOf(password, LITTLE_ADDED)) {
    if (ownWords.has(word)) return 'is little more than your name or address, or that of the organization';
    if (common.has(word)) return 'is one of those that are tried first, or one of them with a little added';
  }
  return undefined;
}

/**
 * Refuses a password that is too long to be hashed, or weak, with a sentence on what it needs.
 * @param refusal how the sentence begins
 */
export async function checkPassword(
  password: string,
  own: OwnWords,
  refusal = 'The password is too weak.',
): Promise<void> {
  if (password.length > limits.passwordCharacters) {
    throw badRequest(`The password is too long (limit: ${limits.passwordCharacters} characters).`);
  }
  const weakness = await weaknessOf(password, own);
  if (weakness !== undefined) throw badRequest(`${refusal} It ${weakness}.`);
}
