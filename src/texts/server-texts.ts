// The texts of the server in each language, which are read when they are first needed: most starts send no email.

import { createRequire } from 'node:module';
import type { ServerTexts } from '../../texts/keys.d.ts';
import { fillText, localeFormats, type TextArguments } from './fill-text.ts';

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

let codes: readonly string[] | undefined;

/** The language with texts for a setting such as `de` or `en-gb`; English if there is none. */
export function languageWithTexts(setting: string): string {
  codes ??= languageFiles().textLanguages();
  const [primary = ''] = setting.split('-');
  return [setting, primary].find((code) => codes?.includes(code)) ?? 'en';
}

/** The texts in a language, given by a result of `languageWithTexts`. */
export function serverTexts(language: string): ServerText {
  const { partOf }: typeof import('./text-parts.mjs') = load('./text-parts.mjs');
  const texts = languageFiles().compiledTexts(language, (key) => partOf(key) === 'server');
  const formats = localeFormats(language);
  return (key, ...[values]) => fillText(texts[key] ?? key, values ?? {}, formats).join('');
}
