// Reduces a password to the words it may be based on, by undoing the usual additions: digits and punctuation around
// a word, capitals, look-alike characters, repetition and reversal. Attackers try all of these.

/** Rows and columns of keyboards, and the alphabet. Characters that follow them add nothing to a password. */
const sequences = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop[]',
  'asdfghjkl;',
  'zxcvbnm,./',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  '!@#$%^&*()',
  ...['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm', '8ik,', '9ol.', '0p;/'],
];

const neighbors: ReadonlySet<string> = new Set(
  sequences.flatMap((sequence) =>
    [...sequence]
      .slice(1)
      .flatMap((character, index) => [`${sequence[index]}${character}`, `${character}${sequence[index]}`]),
  ),
);

/** Counts the positions at which a text does not simply repeat or continue a sequence: `asdf1111` has two. */
export function countSteps(text: string): number {
  let steps = text === '' ? 0 : 1;
  for (let index = 1; index < text.length; index++) {
    const pair = text.slice(index - 1, index + 1);
    if (pair[0] !== pair[1] && !neighbors.has(pair)) steps += 1;
  }
  return steps;
}

/** The part that a text repeats; the text itself if it does not repeat. */
export function repeatedPart(text: string): string {
  return /^(.+?)\1+$/su.exec(text)?.[1] ?? text;
}

/** Lower case, without accents. */
export function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

const lookAlikes: readonly Readonly<Record<string, string>>[] = ['i', 'l'].map((replacement) => ({
  '0': 'o',
  '1': replacement,
  '!': replacement,
  '|': replacement,
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
  '+': 't',
  '8': 'b',
  '9': 'g',
  '(': 'c',
}));

/** The maximum number of digits and other characters that are removed at each end. */
const LONGEST_EDGE = 16;

function* variantsOf(word: string): Iterable<string> {
  for (const form of [
    word,
    ...lookAlikes.map((map) => [...word].map((character) => map[character] ?? character).join('')),
  ]) {
    const part = repeatedPart(form);
    yield form;
    yield part;
    yield [...part].reverse().join('');
  }
}

/** All words that a password may be based on with at most `maxSteps` steps added. */
export function* baseWordsOf(password: string, maxSteps: number): Iterable<string> {
  const text = withoutAccents(password);
  const before = Math.min(/^[^a-z]*/.exec(text)?.[0].length ?? 0, LONGEST_EDGE);
  const after = Math.min(/[^a-z]*$/.exec(text)?.[0].length ?? 0, LONGEST_EDGE);
  for (let start = 0; start <= before; start++) {
    for (let end = text.length; end >= text.length - after && end > start; end--) {
      const addedSteps = countSteps(text.slice(0, start)) + countSteps(text.slice(end));
      if (addedSteps <= maxSteps) yield* variantsOf(text.slice(start, end));
    }
  }
  const letters = text.replace(/[^a-z]/g, '');
  if (countSteps(text.replace(/[a-z]/g, '')) <= maxSteps) yield repeatedPart(letters);
}
