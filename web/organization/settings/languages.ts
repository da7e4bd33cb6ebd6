// The languages of an organization, by their own names. A test compares them with the server's.

import { languageName } from '../../i18n/language-name.ts';
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
    .map((code) => ({ value: code, label: { text: languageName(code) } }))
    .sort((a, b) => a.label.text.localeCompare(b.label.text));
}
