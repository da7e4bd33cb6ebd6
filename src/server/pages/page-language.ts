// Chooses the language of a page that people see outside the client.

import { textLanguageOf } from '../../texts/server-texts.ts';

/** What is known of the reader's language. Settings are values of `default_language`. */
export interface LanguageHints {
  /** The setting of the reader's account; undefined if the page does not know the account. */
  readonly account?: string | undefined;
  /** The header `Accept-Language`. */
  readonly accepted?: string | undefined;
  /** The setting of the organization; undefined if there is none at the address. */
  readonly organization?: string | undefined;
}

/** The languages of a header `Accept-Language`, the most wanted first. Refused and malformed ones are left out. */
function acceptedLanguages(header: string): string[] {
  const weightedLanguages = header.split(',').flatMap((item) => {
    const [name = '', quality = 'q=1'] = item.toLowerCase().split(';', 2);
    const [, number] = /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(quality) ?? [];
    return Number(number) > 0 ? [{ code: name.trim(), quality: Number(number) }] : [];
  });
  return weightedLanguages.toSorted((one, other) => other.quality - one.quality).map(({ code }) => code);
}

/**
 * The code of a language that has texts: that of the account, else the most wanted of the browser, else that of the
 * organization, else English.
 */
export function pageLanguage({ account, accepted = '', organization }: LanguageHints): string {
  const candidates = [account, ...acceptedLanguages(accepted), organization];
  for (const setting of candidates) {
    const language = setting && textLanguageOf(setting);
    if (language) return language;
  }
  return 'en';
}
