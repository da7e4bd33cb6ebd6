// What a text of the client may be, and what it is filled with. The English texts are the keys' types: a key that is
// missing, or a value that a text needs, does not compile.

/** A text, or its plural forms by the rules of its language, chosen by `count`. */
export type Text = string | PluralText;
export type PluralText = { readonly [F in Intl.LDMLPluralRule]?: string } & { readonly other: string };
export type Catalogue = Readonly<Record<string, Text>>;

type NamesIn<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The names in braces within a text, of every plural form. */
export type NamesOf<T> = T extends string ? NamesIn<T> : 'count' | NamesIn<T[keyof T]>;

/** Another language's texts for the same keys: plain where the English is plain. */
export type TranslationOf<C extends Catalogue> = {
  readonly [K in keyof C]: C[K] extends string ? string : PluralText;
};

/** Texts and what stands at the names between them, in order. */
export function filled<T>(text: string, fill: (name: string) => T): (string | T)[] {
  return text
    .split(/\{(\w+)\}/)
    .map((part, place) => (place % 2 === 0 ? part : fill(part)))
    .filter((part) => part !== '');
}

/** The names in braces of a text, in order. */
export function namesIn(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** Vowels are doubled: other languages need a third more room, within words. */
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

/** Every text marked, accented and longer, so that a test sees on a screen what does not come from the catalogue. */
export function pseudoLocale<C extends Catalogue>(catalogue: C): TranslationOf<C> {
  const texts = Object.entries(catalogue).map(([key, text]) => [
    key,
    typeof text === 'string'
      ? pseudoText(text)
      : Object.fromEntries(Object.entries(text).map(([form, one]) => [form, pseudoText(one)])),
  ]);
  return Object.fromEntries(texts) as TranslationOf<C>;
}
