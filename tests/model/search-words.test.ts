// The words of a text under which a message is indexed for search.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { positionedWords, searchWords } from '../../src/model/search/search-words.ts';

test('a protocol is not a word, however long the text before it', () => {
  assert.deepEqual(searchWords('https://lemons.example and ftp:lemon'), ['lemon', 'exampl', 'ftp']);
  assert.deepEqual(searchWords(`${'a'.repeat(9000)}://b2`), ['b2']);
});

test('scripts without spaces are split into words, each with its position in the text', () => {
  const text = 'tea: 日本語, 漢字x (ภาษาไทย) 日本語';
  const words = positionedWords(text);
  for (const { index, length, stem } of words) assert.equal(text.slice(index, index + length), stem);
  assert.deepEqual(
    words.map(({ stem }) => stem),
    ['tea', '日本語', '漢字', 'ภาษา', 'ไทย', '日本語'],
  );
  assert.deepEqual(searchWords(text), ['tea', '日本語', '漢字', 'ภาษา', 'ไทย']);
});

test('a text is indexed by at most five thousand different words', () => {
  const characters = Array.from({ length: 9000 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join(
    '',
  );
  const words = Array.from({ length: 6000 }, (_, index) => `w${index}`).join(' ');
  assert.equal(searchWords(characters).length, 5000);
  assert.equal(searchWords(words).length, 5000);
  assert.equal(searchWords(words).at(-1), 'w4999');
});
