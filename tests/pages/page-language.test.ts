// The language of a page, as a table.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LanguageHints, pageLanguage } from '../../src/server/pages/page-language.ts';

const cases: readonly (readonly [hints: LanguageHints, language: string])[] = [
  [{}, 'en'],
  [{ accepted: '' }, 'en'],
  [{ accepted: 'de' }, 'de'],
  [{ accepted: 'de-AT, en;q=0.5' }, 'de'],
  [{ accepted: 'DE-at' }, 'de'],
  [{ accepted: 'en;q=0.3, fr;q=0.8, es;q=0.5' }, 'fr'],
  [{ accepted: ' fr ; q=0.2 , es ; q=0.4 ' }, 'es'],
  [{ accepted: 'fr, es' }, 'fr'],
  // Languages without texts are skipped.
  [{ accepted: 'sv, fi;q=0.9, es;q=0.1' }, 'es'],
  // A quality of 0 refuses a language.
  [{ accepted: 'de;q=0, fr;q=0.1' }, 'fr'],
  [{ accepted: 'de;q=0.000', organization: 'es' }, 'es'],
  // Malformed entries are left out.
  [{ accepted: 'de;q=high, de;q=5, ;;,, fr;q=0.1' }, 'fr'],
  [{ accepted: 'toString, __proto__', organization: 'fr' }, 'fr'],
  // Any language is accepted.
  [{ accepted: '*' }, 'en'],
  [{ accepted: '*', organization: 'de' }, 'de'],
  [{ organization: 'de' }, 'de'],
  [{ organization: 'sv' }, 'en'],
  [{ accepted: 'fr', organization: 'de' }, 'fr'],
  [{ accepted: 'sv', organization: 'de' }, 'de'],
  [{ account: 'es', accepted: 'fr', organization: 'de' }, 'es'],
  [{ account: 'en', accepted: 'fr', organization: 'de' }, 'en'],
  [{ account: 'en-gb', accepted: 'fr' }, 'en'],
  // An account may have a language without texts.
  [{ account: 'sv', accepted: 'fr', organization: 'de' }, 'fr'],
];

for (const [hints, language] of cases)
  test(`${JSON.stringify(hints)} gives ${language}`, () => assert.equal(pageLanguage(hints), language));
