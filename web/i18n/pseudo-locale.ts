// The pseudo-locale: marks, accents and lengthens every text, so that tests can see on a screen what does not come from the texts.

import type { CompiledTexts, Text } from '../../src/texts/fill-text.ts';

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

/** The texts of a language in the pseudo-locale. */
export function pseudoLocale(texts: CompiledTexts): CompiledTexts {
  return Object.fromEntries(
    Object.entries<Text>(texts).map(([key, text]) => {
      if (typeof text === 'string') return [key, pseudoText(text)];
      const forms = Object.entries(text).map(([form, one]) => [form, pseudoText(one)]);
      return [key, Object.fromEntries(forms)];
    }),
  );
}
