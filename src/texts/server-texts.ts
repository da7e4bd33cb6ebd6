// The texts of the server in each language, which are read when they are first needed.

import { createRequire } from 'node:module';
import type { ServerTexts } from '../../texts/keys.d.ts';
import { type CompiledTexts, fillText, localeFormats, type TextArguments } from './fill-text.ts';

type LanguageFiles = typeof import('./language-files.mjs');
const load = createRequire(import.meta.url);
const languageFiles = (): LanguageFiles => load('./language-files.mjs');

/**
 * A text with its values. Numbers are formatted for the language; `count` also chooses the plural form.
 *
 * @example
 * text('mail.missed.omitted', { count: 3 }) // "3 more messages are not shown here."
 */
export type ServerText = <K extends keyof ServerTexts>(
  key: K,
  ...values: TextArguments<ServerTexts[K], string | number>
) => string;

/** The parts of a text in order. Objects among its values, such as links, remain as they are. */
export type ServerTextParts<T extends object> = <K extends keyof ServerTexts>(
  key: K,
  ...values: TextArguments<ServerTexts[K], string | number | T>
) => (string | T)[];

let codes: readonly string[] | undefined;

/** The code of the language with texts for a setting such as `de` or `en-gb`; undefined if there is none. */
export function textLanguageOf(setting: string): string | undefined {
  codes ??= languageFiles().textLanguages();
  const [primary = ''] = setting.split('-');
  return [setting, primary].find((code) => codes?.includes(code));
}

/** The language with texts for a setting such as `de` or `en-gb`; English if there is none. */
export function languageWithTexts(setting: string): string {
  return textLanguageOf(setting) ?? 'en';
}

/** The compiled texts by language; there are as many as files in `texts/`. */
const compiled = new Map<string, CompiledTexts>();

function textsOf(language: string): CompiledTexts {
  const existing = compiled.get(language);
  if (existing) return existing;
  const { partOf }: typeof import('./text-parts.mjs') = load('./text-parts.mjs');
  const texts = languageFiles().compiledTexts(language, (key) => partOf(key) === 'server');
  compiled.set(language, texts);
  return texts;
}

/** The texts in a language, given by a result of `languageWithTexts`, in parts. */
export function serverTextParts<T extends object>(language: string): ServerTextParts<T> {
  const texts = textsOf(language);
  const formats = localeFormats(language);
  return (key, ...[values]) => fillText(texts[key] ?? key, values ?? {}, formats) as (string | T)[];
}

/** The texts in a language, given by a result of `languageWithTexts`. */
export function serverTexts(language: string): ServerText {
  const parts = serverTextParts<never>(language);
  return (key, ...values) => parts(key, ...values).join('');
}
