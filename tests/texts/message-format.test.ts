// Messages in ICU's format: what they compile to, how their values are filled in, and what is refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillText, localeFormats } from '../../src/texts/fill-text.ts';
import { compileMessage, valueNames } from '../../src/texts/message-format.mjs';

test('a message without a plural is one text', () => {
  assert.equal(compileMessage('Reply to {name}'), 'Reply to {name}');
  assert.equal(compileMessage("It''s {name}’s <b>"), "It's {name}’s <b>");
});

test('a plural is a complete text for each of its forms', () => {
  assert.deepEqual(compileMessage('{name} has {count, plural, one {# file} other {# of {total} files}}.'), {
    one: '{name} has {count} file.',
    other: '{name} has {count} of {total} files.',
  });
});

const refusedTexts = [
  ['{name', 'a closing brace is missing (after character 0)'],
  ['a } b', 'braces can only contain the name of a value'],
  ["'{'name'}'", 'braces can only contain the name of a value'],
  ['{}', 'there is no name between the braces (after character 0)'],
  ['{a b}', 'braces can only contain the name of a value (after character 0)'],
  ['{count, plural, one {#}}', 'the plural has no form for "other" (after character 23)'],
  ['{n, plural, other {#}}', 'a plural must use {count} for its number, not {n}'],
  [
    '{count, plural, =0 {none} other {#}}',
    'the form =0 is not supported: use a key of its own, or zero, one, two, few, many and other',
  ],
  ['{count, plural, offset:1 other {#}}', 'an offset is not supported: remove it'],
  ['{count, selectordinal, other {#}}', 'selectordinal is not supported: use plural'],
  [
    '{count, plural, other {a}} {count, plural, other {b}}',
    'only one plural is supported, which contains no other: write whole sentences in its forms',
  ],
  ['{who, select, other {a}}', 'select is not supported: use a key for each text'],
  ['{size, number}', 'write {size}: numbers are formatted for the language'],
] as const;

for (const [message, problem] of refusedTexts)
  test(`${message} is refused`, () => assert.throws(() => compileMessage(message), { message: problem }));

test('a text needs the values of all its forms, and a plural its count', () => {
  assert.deepEqual(valueNames('{name} and {who}'), ['name', 'who']);
  assert.deepEqual(valueNames({ one: '{name}', other: 'several' }), ['count', 'name']);
});

test('values are filled in: numbers in the language, objects as they are', () => {
  const text = { one: '{count} file of {who}', few: '{count} pliki', other: '{count} pliku' };
  const who = { name: 'Mia' };
  assert.deepEqual(fillText(text, { count: 1, who }, localeFormats('pl')), ['1', ' file of ', who]);
  assert.equal(fillText(text, { count: 3 }, localeFormats('pl')).join(''), '3 pliki');
  // A form that the text does not have is "other".
  assert.equal(fillText(text, { count: 12_345 }, localeFormats('pl')).join(''), '12\u00a0345 pliku');
});
