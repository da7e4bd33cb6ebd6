// What a password is made of when what people add to a word is taken away: digits and signs around it, capitals, letters
// written as signs that look like them, repetition, the word backwards. Whoever guesses tries all of that.

/** Rows and columns of keyboards, and the alphabet: who follows them has chosen nothing. */
const ways = [
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

const neighbours: ReadonlySet<string> = new Set(
  ways.flatMap((way) =>
    [...way].slice(1).flatMap((sign, index) => [`${way[index]}${sign}`, `${sign}${way[index]}`]),
  ),
);

/** How often a text begins something that does not follow from what stands before: `asdf1111` in two steps. */
export function stepsOf(text: string): number {
  let steps = text === '' ? 0 : 1;
  for (let index = 1; index < text.length; index++) {
    const pair = text.slice(index - 1, index + 1);
    if (pair[0] !== pair[1] && !neighbours.has(pair)) steps += 1;
  }
  return steps;
}

/** The part that a text repeats; the text itself where it repeats nothing. */
export function repeatedPart(text: string): string {
  return /^(.+?)\1+$/su.exec(text)?.[1] ?? text;
}

/** Lower case, without accents. */
export function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

const lookAlikes: readonly Readonly<Record<string, string>>[] = ['i', 'l'].map((one) => ({
  '0': 'o',
  '1': one,
  '!': one,
  '|': one,
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

/** Of long runs of digits and signs no more than so many are taken away. */
const LONGEST_EDGE = 16;

function* formsOf(word: string): Iterable<string> {
  for (const form of [
    word,
    ...lookAlikes.map((map) => [...word].map((sign) => map[sign] ?? sign).join('')),
  ]) {
    const part = repeatedPart(form);
    yield form;
    yield part;
    yield [...part].reverse().join('');
  }
}

/** Every word that a password may be made of with at most so much added. */
export function* coresOf(password: string, mostSteps: number): Iterable<string> {
  const text = plain(password);
  const before = Math.min(/^[^a-z]*/.exec(text)?.[0].length ?? 0, LONGEST_EDGE);
  const after = Math.min(/[^a-z]*$/.exec(text)?.[0].length ?? 0, LONGEST_EDGE);
  for (let start = 0; start <= before; start++) {
    for (let end = text.length; end >= text.length - after && end > start; end--) {
      const addedSteps = stepsOf(text.slice(0, start)) + stepsOf(text.slice(end));
      if (addedSteps <= mostSteps) yield* formsOf(text.slice(start, end));
    }
  }
  const letters = text.replace(/[^a-z]/g, '');
  if (stepsOf(text.replace(/[a-z]/g, '')) <= mostSteps) yield repeatedPart(letters);
}
