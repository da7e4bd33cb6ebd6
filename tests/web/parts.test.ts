// The logic of menus, cards and avatars.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hueOf, initialsOf, uploadedPicture } from '../../web/components/initials.ts';
import { indexAfterKey, indexStartingWith, TypedLetters } from '../../web/components/list-keys.ts';
import { ObservableList } from '../../web/components/observable-list.ts';
import { popoverPosition } from '../../web/components/popover-position.ts';

const screen = { width: 400, height: 300 };
const anchor = { left: 100, top: 100, width: 40, height: 20 };

test('a box is below its anchor, aligned with its start', () => {
  const size = { width: 120, height: 80 };
  assert.deepEqual(popoverPosition({ anchor, size, screen, align: 'left' }), {
    left: 100,
    top: 124,
    maxHeight: 168,
  });
  assert.equal(popoverPosition({ anchor, size, screen, align: 'right' }).left, 20);
});

test('a box is above if it does not fit below, and stays on the screen', () => {
  const low = { ...anchor, top: 250, left: 380 };
  const position = popoverPosition({ anchor: low, size: { width: 120, height: 80 }, screen, align: 'left' });
  assert.deepEqual(position, { left: 272, top: 166, maxHeight: 238 });
});

test('a box that fits on neither side uses the larger one and scrolls', () => {
  const position = popoverPosition({ anchor, size: { width: 120, height: 900 }, screen, align: 'left' });
  assert.equal(position.top, 124);
  assert.equal(position.maxHeight, 168);
});

test('a box preferred above stays there while it fits', () => {
  const size = { width: 120, height: 80 };
  assert.equal(popoverPosition({ anchor, size, screen, align: 'left', side: 'above' }).top, 16);
  const high = { ...anchor, top: 20 };
  assert.equal(popoverPosition({ anchor: high, size, screen, align: 'left', side: 'above' }).top, 44);
});

test('arrow keys wrap around, Home and End go to the ends', () => {
  assert.equal(indexAfterKey('ArrowDown', 2, 3), 0);
  assert.equal(indexAfterKey('ArrowUp', 0, 3), 2);
  assert.equal(indexAfterKey('ArrowDown', -1, 3), 0);
  assert.equal(indexAfterKey('End', 0, 3), 2);
  assert.equal(indexAfterKey('Tab', 0, 3), undefined);
  assert.equal(indexAfterKey('ArrowDown', 0, 0), undefined);
});

test('a letter moves to the next matching item, more letters narrow it down, the same letter cycles', () => {
  const labels = ['Star', 'Move', 'Mark as unread', 'Delete'];
  assert.equal(indexStartingWith(labels, 'm', 0), 1);
  assert.equal(indexStartingWith(labels, 'm', 1), 2);
  assert.equal(indexStartingWith(labels, 'mm', 2), 1);
  assert.equal(indexStartingWith(labels, 'ma', 1), 2);
  assert.equal(indexStartingWith(labels, 'x', 0), undefined);
});

test('letters typed in quick succession form one word', () => {
  const letters = new TypedLetters();
  assert.equal(letters.with('m', 1000), 'm');
  assert.equal(letters.with('a', 1300), 'ma');
  assert.equal(letters.with('d', 3000), 'd');
});

test('uploaded pictures of this server are shown, not generated ones and not those of other hosts', () => {
  assert.equal(
    uploadedPicture('/user_avatars/1/0123abcd.png?version=2'),
    '/user_avatars/1/0123abcd.png?version=2',
  );
  for (const url of [
    '/user_avatars/1/drawn/0123abcd.png',
    '//example.com/user_avatars/1/0123abcd.png',
    'https://example.com/a.png',
    '',
    null,
    undefined,
  ])
    assert.equal(uploadedPicture(url), undefined, String(url));
});

test('a person without a picture has initials and a color', () => {
  assert.equal(initialsOf('Mel Member'), 'MM');
  assert.equal(initialsOf('  ada king  lovelace '), 'AL');
  assert.equal(initialsOf('💡 ideas'), '💡I');
  assert.equal(initialsOf(''), '?');
  assert.notEqual(hueOf(8), hueOf(9));
  assert.ok(hueOf(1_000_000) < 360);
});

test('listeners receive the displayed value until they unsubscribe', () => {
  const list = new ObservableList<string>();
  const notifiedItems: (readonly string[])[] = [];
  const stop = list.listen(() => notifiedItems.push(list.items));
  list.add('a');
  list.remove('b');
  list.add('b');
  list.remove('a');
  stop();
  list.add('c');
  assert.deepEqual(notifiedItems, [['a'], ['a', 'b'], ['b']]);
});
