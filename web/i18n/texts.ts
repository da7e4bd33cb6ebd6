// The client's texts in the page's language. English is built in; other languages are loaded when needed. A
// page has one language, so `t` is a plain function.

import { firstEnglish, languageNames, loadTextPart } from '#built-texts';
import {
  type CompiledTexts,
  fillText,
  localeFormats,
  type Text,
  type TextArguments,
  type TextValues,
} from '../../src/texts/fill-text.ts';
import type { TextPart } from '../../src/texts/text-parts.d.mts';
import type { ClientTexts } from '../../texts/keys.d.ts';
import { pseudoLocale } from './pseudo-locale.ts';

export type Key = keyof ClientTexts;

export { languageNames };

const rightToLeft: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur']);
/** Lets tests find texts that do not come from here. */
const PSEUDO = 'pseudo';

/**
 * The texts of screens that few people open, and of those for administrators, are each loaded with the first of
 * them.
 */
export type LazyPart = Exclude<TextPart, 'first'>;

let language = 'en';
let locale = 'en';
let texts: CompiledTexts = firstEnglish;
let formats = localeFormats(locale);
const requestedParts = new Set<LazyPart>();
const loadedParts = new Set<LazyPart>();

async function loadPart(chosen: string, part: TextPart): Promise<CompiledTexts> {
  if (chosen === PSEUDO) return pseudoLocale(await loadPart('en', part));
  return chosen === 'en' && part === 'first' ? firstEnglish : loadTextPart(chosen, part);
}

/** The language for a setting such as `de`, `en-gb` or `pt_BR`; English if it is not available. */
export function languageFor(setting: string): string {
  const code = setting.toLowerCase().replaceAll('_', '-');
  const [primary = ''] = code.split('-');
  const available = [code, primary].find((one) => one === PSEUDO || Object.hasOwn(languageNames, one));
  return available ?? 'en';
}

/** The writing direction of a language. */
export function directionOf(chosen: string): 'ltr' | 'rtl' {
  return rightToLeft.has(chosen) ? 'rtl' : 'ltr';
}

/** The locale for dates and numbers: the browser's, if it is of the same language. */
export function localeFor(chosen: string, preferred: readonly string[]): string {
  if (chosen === PSEUDO) return 'en';
  const isSame = (one: string) => languageFor(one) === chosen && one.toLowerCase().startsWith(chosen);
  return preferred.find(isSame) ?? chosen;
}

/** How often a language was chosen. */
let choices = 0;

/**
 * Switches the language; components render again once it is loaded. Returns false if another language was
 * chosen in the meantime.
 *
 * @param chosen a result of `languageFor`
 */
export async function chooseLanguage(chosen: string, preferred: readonly string[] = []): Promise<boolean> {
  const choice = ++choices;
  if (chosen === language) return true;
  let loaded: readonly CompiledTexts[];
  let count: number;
  do {
    count = requestedParts.size;
    loaded = await Promise.all((['first', ...requestedParts] as const).map((part) => loadPart(chosen, part)));
    // More parts may have been requested meanwhile, in the previous language.
  } while (count < requestedParts.size);
  if (choice !== choices) return false;
  texts = Object.assign({}, ...loaded);
  language = chosen;
  locale = localeFor(chosen, preferred);
  formats = localeFormats(locale);
  return true;
}

/** Loads a part of the texts; from then on it is loaded with every language. */
export async function loadTexts(part: LazyPart): Promise<void> {
  requestedParts.add(part);
  while (!loadedParts.has(part)) {
    const requestedLanguage = language;
    const partTexts = await loadPart(requestedLanguage, part);
    // If the language has changed meanwhile, the part is loaded again.
    if (language !== requestedLanguage) continue;
    texts = { ...texts, ...partTexts };
    loadedParts.add(part);
  }
}

/** The code of the page's language. */
export function currentLanguage(): string {
  return language;
}

/** The locale of the texts, as `Intl` expects it. */
export function currentLocale(): string {
  return locale;
}

/** Creates the formats of texts in advance, while the page waits for something. */
export function prepareFormats(): void {
  void [formats.plurals, formats.numbers];
}

/** The text of a key; the key itself if it is missing. */
function textOf(key: Key): Text {
  return texts[key] ?? firstEnglish[key] ?? key;
}

/**
 * A text with its values. Numbers are formatted for the language; `count` also chooses the plural form.
 *
 * @example
 * t('messageList.new', { count: 4 }) // "4 new"
 */
export function t<K extends Key>(
  key: K,
  ...[values]: TextArguments<ClientTexts[K], string | number>
): string {
  return fillText(textOf(key), isolated(values ?? {}), formats).join('');
}

/**
 * Values in which each text keeps its own direction: without isolating it, "#engineering" within an Arabic sentence reads
 * "engineering#". Only languages that are written from right to left need it, since names are mostly in Latin letters.
 */
function isolated(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (directionOf(language) === 'ltr') return values;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && value !== '' ? `\u2068${value}\u2069` : value,
    ]),
  );
}

/** A text in parts, for values that are elements. */
export function tParts<K extends Key, T>(
  key: K,
  values: TextValues<ClientTexts[K], T | string>,
): (string | T)[] {
  return fillText(textOf(key), isolated(values), formats) as (string | T)[];
}
