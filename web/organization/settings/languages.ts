// The languages of an organization, by their own names. A test compares them with the server's.

import type { Option } from './setting.ts';

export const languageCodes = [
  'ar',
  'be',
  'bg',
  'ca',
  'cs',
  'cy',
  'da',
  'de',
  'el',
  'en',
  'en-gb',
  'es',
  'eu',
  'fa',
  'fi',
  'fr',
  'gl',
  'gu',
  'hi',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'lt',
  'lv',
  'ml',
  'mn',
  'nl',
  'nn',
  'no',
  'pl',
  'pt',
  'pt-br',
  'pt-pt',
  'ro',
  'ru',
  'si',
  'sr',
  'sv',
  'ta',
  'th',
  'tl',
  'tr',
  'uk',
  'uz',
  'vi',
  'zh-hans',
  'zh-hant',
  'zh-tw',
] as const;

/** Sorted by name, each in its own language. */
export function languageOptions(): readonly Option[] {
  return languageCodes
    .map((code) => {
      const text = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
      return { value: code, label: { text: `${text.slice(0, 1).toLocaleUpperCase(code)}${text.slice(1)}` } };
    })
    .sort((a, b) => a.label.text.localeCompare(b.label.text));
}
