// What a person searches for: words, by their stems, and quoted phrases. Nothing else in it has a meaning.

import { searchWords } from './words.ts';

const PHRASE = /"([^"]+)"/g;

export interface SearchQuery {
  /** All of them must occur. */
  readonly stems: readonly string[];
  /** Each must occur literally, in any case. */
  readonly phrases: readonly string[];
}

/** Reads the text of a search. */
export function readSearch(text: string): SearchQuery {
  const phrases = [...text.matchAll(PHRASE)]
    .map((match) => match[1] ?? '')
    .filter((phrase) => phrase.trim() !== '');
  return { stems: searchWords(text), phrases };
}

/** Whether a text holds a phrase, in any case. */
export function holdsPhrase(text: string, phrase: string): boolean {
  return text.toLowerCase().includes(phrase.toLowerCase());
}
