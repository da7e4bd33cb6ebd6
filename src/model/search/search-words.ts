// Splits texts into the words that search indexes: lower case, without stop words, stemmed. This is done here
// once for both database engines, which only match the stored result.

import { stemmer } from 'stemmer';

/** Words that are too frequent to be useful, and all single letters. Clients receive them as `stop_words`. */
const stopWords: readonly string[] =
  `a about above after again against all am an and any are as at b be because been before being below between
  both but by c can d did do does doing don down during e each f few for from further g h had has have having he her
  here hers herself him himself his how i if in into is it its itself j just k l m me more most my myself n no nor
  not now o of off on once only or other our ours ourselves out over own p q r s same she should so some such t
  than that the their theirs them themselves then there these they this those through to too u under until up v
  very w was we were what when where which while who whom why will with x y you your yours yourself yourselves
  z`.split(/\s+/);

const stopSet = new Set(stopWords);
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
/** Longer runs of characters are not words that anyone types. */
const MAX_WORD = 64;
/**
 * The maximum number of distinct words per text: twice as many as the longest meaningful message in any language has.
 */
const MAX_WORDS = 5000;
/** A run of letters and digits. */
const RUN = /[\p{L}\p{N}\p{M}]+/gu;
/** Follows a run that is a protocol (`https://`) and not a word. */
const AFTER_PROTOCOL = '://';
/** Scripts without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;

/** A word of a text and its position. */
export interface PositionedWord {
  readonly index: number;
  readonly length: number;
  /** The stem that is indexed. */
  readonly stem: string;
}

/** The indexed form of a word; undefined for stop words. */
function stemOf(word: string): string | undefined {
  const lower = word.normalize('NFKC').toLowerCase();
  if (stopSet.has(lower) || lower.length > MAX_WORD) return undefined;
  return /^[a-z]+$/.test(lower) ? stemmer(lower) : lower;
}

/** A `stemOf` that caches a number of stems, for processing very many texts. */
export function rememberedStems(maxCached: number): typeof stemOf {
  const stems = new Map<string, string | undefined>();
  return (word) => {
    const cached = stems.get(word);
    if (cached !== undefined || stems.has(word)) return cached;
    const stem = stemOf(word);
    if (stems.size < maxCached) stems.set(word, stem);
    return stem;
  };
}

/** The runs of letters and digits in a text, in order. */
function runsOf(text: string): { readonly index: number; readonly run: string }[] {
  const runs: { index: number; run: string }[] = [];
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (!text.startsWith(AFTER_PROTOCOL, index + run.length)) runs.push({ index, run });
  }
  return runs;
}

/** The words of a text in order, without stop words. */
export function positionedWords(text: string, stemmed = stemOf): PositionedWord[] {
  const found: PositionedWord[] = [];
  const add = (index: number, word: string) => {
    const stem = stemmed(word);
    if (stem !== undefined) found.push({ index, length: word.length, stem });
  };
  const runs = runsOf(text).map((run) => ({ ...run, isUnspaced: UNSPACED.test(run.run) }));
  // Segmenting once costs a tenth of segmenting each run. No word crosses a line break.
  const unspaced = runs.filter(({ isUnspaced }) => isUnspaced).map(({ run }) => run);
  const segments =
    unspaced.length > 0 ? segmenter.segment(unspaced.join('\n'))[Symbol.iterator]() : undefined;
  for (const { index, run, isUnspaced } of runs) {
    if (!isUnspaced || segments === undefined) add(index, run);
    else {
      for (let at = 0; at < run.length; ) {
        const { segment } = segments.next().value ?? { segment: run.slice(at) };
        add(index + at, segment);
        at += segment.length;
      }
      segments.next();
    }
  }
  return found;
}

/** The distinct stems of a text, up to a number that only nonsensical texts reach. */
export function searchWords(text: string, stemmed = stemOf): string[] {
  if (UNSPACED.test(text)) {
    return [...new Set(positionedWords(text, stemmed).map((word) => word.stem))].slice(0, MAX_WORDS);
  }
  // Most scripts have spaces: finds the stems without positions, and without testing each word.
  const found = new Set<string>();
  for (const { run } of runsOf(text)) {
    const stem = stemmed(run);
    if (stem !== undefined) found.add(stem);
  }
  return [...found].slice(0, MAX_WORDS);
}
