// The type of a catalogue of texts, and filling in values. The types of the keys come from the English texts:
// a missing key or value is a compile error.

/** A text, or its plural forms by the rules of its language, chosen by `count`. */
export type Text = string | PluralText;
export type PluralText = { readonly [F in Intl.LDMLPluralRule]?: string } & { readonly other: string };
export type Catalogue = Readonly<Record<string, Text>>;

type NamesIn<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The placeholder names of a text, in all plural forms. */
export type NamesOf<T> = T extends string ? NamesIn<T> : 'count' | NamesIn<T[keyof T]>;

/** The same keys in another language: plain texts where the English text is plain. */
export type TranslationOf<C extends Catalogue> = {
  readonly [K in keyof C]: C[K] extends string ? string : PluralText;
};

/** Splits a text into its literal parts and the values of its placeholders, in order. */
export function fillPlaceholders<T>(text: string, fill: (name: string) => T): (string | T)[] {
  return text
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? part : fill(part)))
    .filter((part) => part !== '');
}

/** The placeholder names of a text, in order. */
export function namesIn(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** Vowels are doubled, because other languages need about a third more space within words. */
const accented: Readonly<Record<string, string>> = {
  a: 'áá',
  c: 'ç',
  e: 'éé',
  i: 'íí',
  n: 'ñ',
  o: 'öö',
  s: 'š',
  u: 'üü',
  y: 'ý',
  A: 'Å',
  E: 'É',
  I: 'Î',
  O: 'Ø',
  S: 'Š',
  U: 'Û',
};

function pseudoText(text: string): string {
  const marked = text.replace(/\{\w+\}|[a-zA-Z]/g, (found) => accented[found] ?? found);
  return `⟦${marked}⟧`;
}

/**
 * Marks, accents and lengthens every text, so that tests can see on a screen what does not come from the
 * catalogue.
 */
export function pseudoLocale<C extends Catalogue>(catalogue: C): TranslationOf<C> {
  const texts = Object.entries(catalogue).map(([key, text]) => [
    key,
    typeof text === 'string'
      ? pseudoText(text)
      : Object.fromEntries(Object.entries(text).map(([form, one]) => [form, pseudoText(one)])),
  ]);
  return Object.fromEntries(texts) as TranslationOf<C>;
}
