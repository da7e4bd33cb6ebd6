// A conversation beside the view: the page's address with it, and how much of the width it has.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareAfterKey, shareAt, storedShare } from '../../web/app/beside-share.ts';
import { narrowAddress } from '../../web/lib/address.ts';
import { isNarrowAddress, searchWithBeside } from '../../web/lib/beside-search.ts';

const topic = (name: string) =>
  narrowAddress(
    [
      { operator: 'channel', operand: '9', isNegated: false },
      { operator: 'topic', operand: name, isNegated: false },
    ],
    () => 'design',
  );

test('setting the second conversation keeps the other parameters of the query', () => {
  const address = topic('new logo');
  const search = searchWithBeside('', address);
  assert.equal(search, '?beside=channel/9-design/topic/new.20logo');
  assert.equal(searchWithBeside(search, '#narrow/dm/8-dm'), '?beside=dm/8-dm');
  assert.equal(searchWithBeside('?visit=yes', address), `?visit=yes&${search.slice(1)}`);
  assert.equal(searchWithBeside(`?visit=yes&${search.slice(1)}`, ''), '?visit=yes');
  assert.equal(searchWithBeside(search, ''), '');
});

test('a topic with any characters is written to the query and read back unchanged', () => {
  for (const name of [
    'a & b',
    '100%',
    'what? #1',
    'a+b',
    'plus = minus',
    'größer',
    '日本語',
    '🎉',
    "it's / that",
    '',
  ]) {
    const address = topic(name);
    const read = new URL(searchWithBeside('', address), 'http://localhost/').searchParams.get('beside');
    assert.equal(`#narrow/${read}`, address, name);
  }
});

test('narrows can be beside the view, other views cannot', () => {
  for (const address of [topic('logo'), '#narrow/dm/8-dm', '#narrow/channel/9-design/topic/logo/near/3'])
    assert.ok(isNarrowAddress(address), address);
  for (const address of [
    '#inbox',
    '#settings/profile',
    '#feed',
    '#narrow/channel',
    '',
    'https://elsewhere.example/',
  ])
    assert.ok(!isNarrowAddress(address), address);
});

test('the share of the width follows the pointer and the arrow keys, within bounds', () => {
  assert.equal(shareAt(600, 1000), 40);
  assert.equal(shareAt(10, 1000), 70);
  assert.equal(shareAt(990, 1000), 30);
  assert.equal(shareAt(0, 0), 50);
  assert.equal(shareAfterKey('ArrowLeft', 50, false), 52);
  assert.equal(shareAfterKey('ArrowLeft', 50, true), 48);
  assert.equal(shareAfterKey('ArrowRight', 31, false), 30);
  assert.equal(shareAfterKey('Home', 50, false), 70);
  assert.equal(shareAfterKey('End', 50, false), 30);
  assert.equal(shareAfterKey('Enter', 50, false), undefined);
});

test('a missing or invalid stored share is the default, and a large one is limited', () => {
  assert.deepEqual(
    [undefined, 'wide', null, Number.NaN, 44, 1000].map(storedShare),
    [50, 50, 50, 50, 44, 70],
  );
});
