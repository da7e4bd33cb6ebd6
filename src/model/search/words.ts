// The words by which messages are found: cut, lower-cased, freed of stop words and stemmed here, once, for both
// engines. They are stored ready-made; the engines only match them.

import { stemmer } from 'stemmer';

/** Words too frequent to find anything by; told to clients as `stop_words`. */
export const stopWords: readonly string[] =
  `a about above after again against all am an and any are as at be because been before being below between both
  but by can did do does doing don down during each few for from further had has have having he her here hers
  herself him himself his how i if in into is it its itself just me more most my myself no nor not now of off on
  once only or other our ours ourselves out over own s same she should so some such t than that the their theirs
  them themselves then there these they this those through to too under until up very was we were what when where
  which while who whom why will with you your yours yourself yourselves`.split(/\s+/);

const stopSet = new Set(stopWords);
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
/** A longer run of characters is no word that anyone types. */
const MAX_WORD = 64;

/** One word of a text with where it stands. */
export interface WordAt {
  readonly index: number;
  readonly length: number;
  /** What it is found by. */
  readonly stem: string;
}

/** What a word is found by; undefined for stop words. */
function stemOf(word: string): string | undefined {
  const lower = word.toLowerCase();
  if (stopSet.has(lower) || lower.length > MAX_WORD) return undefined;
  return /^[a-z]+$/.test(lower) ? stemmer(lower) : lower.normalize('NFKC');
}

/** The words of a text in order, stop words left out. */
export function wordsAt(text: string): WordAt[] {
  const found: WordAt[] = [];
  const add = (index: number, word: string) => {
    const stem = stemOf(word);
    if (stem !== undefined) found.push({ index, length: word.length, stem });
  };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
  if (/^[\x00-\x7f]*$/.test(text)) {
    for (const match of text.matchAll(/[A-Za-z0-9_]+/g)) add(match.index, match[0]);
    return found;
  }
  for (const { segment, index, isWordLike } of segmenter.segment(text)) if (isWordLike) add(index, segment);
  return found;
}

/** The distinct stems of a text. */
export function searchWords(text: string): string[] {
  return [...new Set(wordsAt(text).map((word) => word.stem))];
}
