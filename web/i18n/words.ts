// The client's texts in the page's language. English is built in; other languages are loaded when needed. A
// page has one language, so `t` is a plain function.

import {
  type Catalogue,
  fillPlaceholders,
  type NamesOf,
  pseudoLocale,
  type Text,
  type TranslationOf,
} from './catalogue.ts';
import type { administration } from './en/administration.ts';
import { en } from './en/en.ts';
import type { secondary } from './en/secondary.ts';

type English = typeof en & typeof secondary & typeof administration;
export type Key = keyof English;
type Values<K extends Key, T> = { readonly [N in NamesOf<English[K]>]: N extends 'count' ? number : T };
type Arguments<K extends Key, T> = [NamesOf<English[K]>] extends [never]
  ? [values?: undefined]
  : [values: Values<K, T>];

/** The complete languages, by their own names. */
const languages = { en: 'English', de: 'Deutsch' } as const;
const rightToLeft: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur']);
/** `pseudo` lets tests find texts that do not come from here. */
export type Language = keyof typeof languages | 'pseudo';

const loaders: Readonly<Record<Language, () => Promise<TranslationOf<typeof en>>>> = {
  en: async () => en,
  de: async () => (await import('./de/de.ts')).de,
  pseudo: async () => pseudoLocale(en),
};

/**
 * The texts of screens that few people open, and of those for administrators, each loaded with the first of
 * them.
 */
const lazyLoaders = {
  secondary: {
    en: async () => (await import('./en/secondary.ts')).secondary,
    de: async () => (await import('./de/secondary.ts')).secondary,
    pseudo: async () => pseudoLocale((await import('./en/secondary.ts')).secondary),
  },
  administration: {
    en: async () => (await import('./en/administration.ts')).administration,
    de: async () => (await import('./de/administration.ts')).administration,
    pseudo: async () => pseudoLocale((await import('./en/administration.ts')).administration),
  },
} satisfies Record<string, Readonly<Record<Language, () => Promise<Catalogue>>>>;
export type LazyTexts = keyof typeof lazyLoaders;

let language: Language = 'en';
let locale = 'en';
let texts: Catalogue = en;
const requestedParts = new Set<LazyTexts>();
const loadedParts = new Set<LazyTexts>();
let plurals = new Intl.PluralRules(locale);
let numbers = new Intl.NumberFormat(locale);

/** The language for a setting such as `de`, `en-gb` or `pt_BR`; English if it is not available. */
export function languageFor(setting: string): Language {
  const [primary = ''] = setting.toLowerCase().split(/[-_]/);
  return Object.hasOwn(loaders, primary) ? (primary as Language) : 'en';
}

/** The writing direction of a language. */
export function directionOf(chosen: Language): 'ltr' | 'rtl' {
  return rightToLeft.has(chosen) ? 'rtl' : 'ltr';
}

/** The locale for dates and numbers: the browser's, if it is of the same language. */
export function localeFor(chosen: Language, preferred: readonly string[]): string {
  if (chosen === 'pseudo') return 'en';
  return preferred.find((one) => languageFor(one) === chosen && one.startsWith(chosen)) ?? chosen;
}

/** How often a language was chosen. */
let choices = 0;

/**
 * Switches the language; components render again once it is loaded. Returns false if another language was
 * chosen in the meantime.
 */
export async function chooseLanguage(chosen: Language, preferred: readonly string[] = []): Promise<boolean> {
  const choice = ++choices;
  if (chosen === language) return true;
  let loaded: readonly Catalogue[];
  let count: number;
  do {
    count = requestedParts.size;
    loaded = await Promise.all([
      loaders[chosen](),
      ...[...requestedParts].map((part) => lazyLoaders[part][chosen]()),
    ]);
    // More parts may have been requested meanwhile, in the previous language.
  } while (count < requestedParts.size);
  if (choice !== choices) return false;
  texts = Object.assign({}, ...loaded);
  language = chosen;
  locale = localeFor(chosen, preferred);
  plurals = new Intl.PluralRules(locale);
  numbers = new Intl.NumberFormat(locale);
  return true;
}

/** Loads a part of the texts; from then on it is loaded with every language. */
export async function loadWords(part: LazyTexts): Promise<void> {
  requestedParts.add(part);
  while (!loadedParts.has(part)) {
    const chosen = language;
    const others = await lazyLoaders[part][chosen]();
    // If the language has changed meanwhile, the part is loaded again.
    if (language !== chosen) continue;
    texts = { ...texts, ...others };
    loadedParts.add(part);
  }
}

/** For `Intl`. */
export function currentLocale(): string {
  return locale;
}

/** The text of a key; the key itself if it is missing. */
function textOf(key: Key): Text {
  return texts[key] ?? (en as Catalogue)[key] ?? key;
}

function chosenForm(text: Text, values: Readonly<Record<string, unknown>>): string {
  if (typeof text === 'string') return text;
  return text[plurals.select(Number(values.count))] ?? text.other;
}

function formatValue(value: unknown): string {
  return typeof value === 'number' ? numbers.format(value) : String(value);
}

/**
 * A text with its values. Numbers are formatted for the language; `count` also chooses the plural form.
 *
 * @example
 * t('feed.new', { count: 4 }) // "4 new"
 */
export function t<K extends Key>(key: K, ...[values]: Arguments<K, string | number>): string {
  const given: Readonly<Record<string, unknown>> = values ?? {};
  return fillPlaceholders(chosenForm(textOf(key), given), (name) => formatValue(given[name])).join('');
}

/** A text in parts, for values that are elements. */
export function tParts<K extends Key, T>(key: K, values: Values<K, T | string>): (string | T)[] {
  const given = values as Readonly<Record<string, T | string | number>>;
  return fillPlaceholders<string | T>(chosenForm(textOf(key), given), (name) => {
    const value = given[name];
    return typeof value === 'object' ? (value as T) : formatValue(value);
  });
}
