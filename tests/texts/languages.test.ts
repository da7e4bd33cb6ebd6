// The check of the languages in `texts/`: what it finds, and that each language can be chosen.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keysFile, languageFile } from '../../scripts/text-keys.mjs';
import { pluralForms, problemsOfLanguage, unusedKeys } from '../../scripts/text-problems.mjs';
import { isLanguage } from '../../src/model/languages.ts';
import { compiledTexts, messagesOf, textLanguages } from '../../src/texts/language-files.mjs';
import { clientParts, partOf } from '../../src/texts/text-parts.mjs';

const english = {
  'parts.save': 'Save {name}',
  'parts.files': '{count, plural, one {# file} other {# files}}',
};

function problems(language: string, messages: Readonly<Record<string, string>>): string[] {
  return [...problemsOfLanguage(language, messages, english)];
}

test('a complete language has no problems', () => {
  assert.deepEqual(problems('en', english), []);
  const files = '{count, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}';
  assert.deepEqual(problems('pl', { 'parts.save': 'Zapisz {name}', 'parts.files': files }), []);
  // A language may do without a plural.
  assert.deepEqual(
    problems('ja', { 'parts.save': '{name}を保存', 'parts.files': '{count}個のファイル' }),
    [],
  );
});

test('all problems of a language are reported, each with its key', () => {
  assert.deepEqual(
    problems('de', { 'parts.files': '{count, plural, few {x} other {#} }', 'parts.old': 'x' }),
    [
      'parts.save is missing: translate "Save {name}"',
      'parts.files has no plural form for one',
      'parts.files has plural forms that the language does not have: few',
      'parts.old is not in English: remove it',
    ],
  );
  assert.deepEqual(problems('de', { 'parts.save': ' {who', 'parts.files': '' }), [
    'parts.save a closing brace is missing (after character 1)',
    'parts.files is empty',
  ]);
  assert.deepEqual(problems('de', { 'parts.save': 'Speichern {who} ', 'parts.files': '{count}' }), [
    'parts.save does not contain {name}, as English does',
    'parts.save contains {who}, which English does not',
    'parts.save begins or ends with a space',
  ]);
  assert.deepEqual(problems('fr', { 'parts.save': 'Enregistrer {name} ?', 'parts.files': '{count}' }), [
    'parts.save has a normal space where French has a non-breaking one',
  ]);
});

test('a language needs the forms of whole numbers below a million', () => {
  assert.deepEqual(pluralForms('fr'), ['one', 'other']);
  assert.deepEqual(pluralForms('cs'), ['few', 'one', 'other']);
  assert.deepEqual(pluralForms('ru'), ['few', 'many', 'one']);
  assert.deepEqual(pluralForms('ja'), ['other']);
});

test('a key is used if it is written out, or composed of its area and a name', () => {
  const composed = ['t(`parts.', '{kind}`)'].join('$');
  const sources = `t('parts.save'); ${composed}; const kinds = ['files']; const old = { folders: 1 };`;
  const keys = ['parts.save', 'parts.files', 'parts.folders', 'parts.unknown', 'dates.files'];
  assert.deepEqual(unusedKeys(keys, sources), ['parts.unknown', 'dates.files']);
});

test('the keys are sorted, and typed with the names of their values', () => {
  assert.deepEqual(Object.keys(JSON.parse(languageFile(english))), ['parts.files', 'parts.save']);
  const lines = keysFile({ 'parts.save': 'Save {name} {x}', 'parts.on': 'On' }).split('\n');
  assert.ok(lines.includes("  readonly 'parts.save': 'name' | 'x';"));
  assert.ok(lines.includes("  readonly 'parts.on': never;"));
});

test('every language has a name, can be chosen, and has texts in each part', () => {
  for (const language of textLanguages()) {
    assert.ok(isLanguage(language), language);
    assert.ok(messagesOf(language)['language.name'], language);
    for (const part of clientParts)
      assert.ok(Object.keys(compiledTexts(language, (key) => partOf(key) === part)).length > 100, part);
  }
});
