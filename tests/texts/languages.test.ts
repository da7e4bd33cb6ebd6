// The check of the languages in `texts/`: what it finds, and that each language can be chosen.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keysFile, languageFile } from '../../scripts/text-keys.mjs';
import { pluralForms, problemsOfLanguage, unusedKeys } from '../../scripts/text-problems.mjs';
import { isLanguage } from '../../src/model/languages.ts';
import { compiledTexts, messagesOf, textLanguages } from '../../src/texts/language-files.mjs';
import { clientParts, partOf } from '../../src/texts/text-parts.mjs';

const english = {
  'common.save': 'Save {name}',
  'common.files': '{count, plural, one {# file} other {# files}}',
};

function problems(language: string, messages: Readonly<Record<string, string>>): string[] {
  return [...problemsOfLanguage(language, messages, english)];
}

test('a complete language has no problems', () => {
  assert.deepEqual(problems('en', english), []);
  const files = '{count, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}';
  assert.deepEqual(problems('pl', { 'common.save': 'Zapisz {name}', 'common.files': files }), []);
  // A language may do without a plural.
  assert.deepEqual(
    problems('ja', { 'common.save': '{name}を保存', 'common.files': '{count}個のファイル' }),
    [],
  );
});

test('all problems of a language are reported, each with its key', () => {
  assert.deepEqual(
    problems('de', { 'common.files': '{count, plural, few {x} other {#} }', 'common.old': 'x' }),
    [
      'common.save is missing: translate "Save {name}"',
      'common.files has no plural form for one',
      'common.files has plural forms that the language does not have: few',
      'common.old is not in English: remove it',
    ],
  );
  assert.deepEqual(problems('de', { 'common.save': ' {who', 'common.files': '' }), [
    'common.save a closing brace is missing (after character 1)',
    'common.files is empty',
  ]);
  assert.deepEqual(problems('de', { 'common.save': 'Speichern {who} ', 'common.files': '{count}' }), [
    'common.save does not contain {name}, as English does',
    'common.save contains {who}, which English does not',
    'common.save begins or ends with a space',
  ]);
  assert.deepEqual(problems('fr', { 'common.save': 'Enregistrer {name} ?', 'common.files': '{count}' }), [
    'common.save has a normal space where French has a non-breaking one',
  ]);
});

test('a language needs the forms of whole numbers below a million', () => {
  assert.deepEqual(pluralForms('fr'), ['one', 'other']);
  assert.deepEqual(pluralForms('cs'), ['few', 'one', 'other']);
  assert.deepEqual(pluralForms('ru'), ['few', 'many', 'one']);
  assert.deepEqual(pluralForms('ja'), ['other']);
});

test('a key is used if it is written out, or composed of its area and a name', () => {
  const composed = ['t(`common.', '{kind}`)'].join('$');
  const sources = `t('common.save'); ${composed}; const kinds = ['files']; const old = { folders: 1 };`;
  const keys = ['common.save', 'common.files', 'common.folders', 'common.unknown', 'dates.files'];
  assert.deepEqual(unusedKeys(keys, sources), ['common.unknown', 'dates.files']);
});

test('the keys are sorted, and typed with the names of their values', () => {
  assert.deepEqual(Object.keys(JSON.parse(languageFile(english))), ['common.files', 'common.save']);
  const lines = keysFile({ 'common.save': 'Save {name} {x}', 'common.on': 'On' }).split('\n');
  assert.ok(lines.includes("  readonly 'common.save': 'name' | 'x';"));
  assert.ok(lines.includes("  readonly 'common.on': never;"));
});

test('every language has a name, can be chosen, and has texts in each part', () => {
  for (const language of textLanguages()) {
    assert.ok(isLanguage(language), language);
    assert.ok(messagesOf(language)['language.name'], language);
    for (const part of clientParts)
      assert.ok(Object.keys(compiledTexts(language, (key) => partOf(key) === part)).length > 100, part);
  }
});
