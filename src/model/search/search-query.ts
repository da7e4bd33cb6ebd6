// Parses the text of a search into stems of words and quoted phrases. No other syntax has a meaning.

import { searchWords } from './search-words.ts';

const PHRASE = /"([^"]+)"/g;

export interface SearchQuery {
  /** All of them must occur. */
  readonly stems: readonly string[];
  /** Each must occur literally, regardless of case. */
  readonly phrases: readonly string[];
}

export function parseSearch(text: string): SearchQuery {
  const phrases = [...text.matchAll(PHRASE)]
    .map((match) => match[1] ?? '')
    .filter((phrase) => phrase.trim() !== '');
  return { stems: searchWords(text), phrases };
}

/** Whether a text contains a phrase, regardless of case. */
export function containsPhrase(text: string, phrase: string): boolean {
  return text.toLowerCase().includes(phrase.toLowerCase());
}
