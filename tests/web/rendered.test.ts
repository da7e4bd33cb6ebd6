// Processing HTML from the server before it is displayed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  displaySize,
  emojiOfClass,
  emojiOfCode,
  isSentence,
  linkTarget,
} from '../../web/components/rendered-rules.ts';

test('an emoji is displayed with its colored characters', () => {
  assert.equal(emojiOfClass('emoji emoji-1f642'), '🙂');
  assert.equal(emojiOfClass('emoji emoji-1f468-200d-1f4bb'), '👨‍💻');
  assert.equal(emojiOfClass('emoji emoji-2764'), '❤️');
  assert.equal(emojiOfClass('emoji'), undefined);
  assert.equal(emojiOfCode('ffffffff'), '');
});

test('the space for a picture is reserved before it has loaded', () => {
  assert.deepEqual(displaySize('1600x1200'), { width: 267, height: 200 });
  assert.deepEqual(displaySize('4000x10'), { width: 360, height: 1 });
  assert.deepEqual(displaySize('20x30'), { width: 20, height: 30 });
  assert.equal(displaySize('0x30'), undefined);
  assert.equal(displaySize(''), undefined);
});

test('a link to a view stays in the page, others open outside', () => {
  const page = { origin: 'https://chat.example.com', pathname: '/' };
  assert.deepEqual(linkTarget('#narrow/channel/9-x', page), {
    kind: 'view',
    fragment: '#narrow/channel/9-x',
  });
  assert.deepEqual(linkTarget('https://chat.example.com/#narrow/dm/3', page), {
    kind: 'view',
    fragment: '#narrow/dm/3',
  });
  for (const other of [
    'https://chat.example.com/user_uploads/2/a.png#page',
    'https://example.com/#narrow/dm/3',
    '/user_uploads/2/ab/c.png',
    'http://[',
    '',
  ])
    assert.deepEqual(linkTarget(other, page), { kind: 'elsewhere' }, other);
});

test('a sentence is one paragraph of plain text', () => {
  assert.equal(isSentence('<p>Hello &amp; good morning.\nAll is well.</p>'), true);
  for (const html of [
    '<p>a<br>b</p>',
    '<p>a</p>\n<p>b</p>',
    '<p><span class="emoji"></span></p>',
    '<hr>',
    '',
  ]) {
    assert.equal(isSentence(html), false, html);
  }
});
