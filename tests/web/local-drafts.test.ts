// Drafts that are stored only in the browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LocalDrafts, type Storage } from '../../web/composer/local-drafts.ts';
import { browserStorage } from './browser-storage.ts';

const toMia = (content: string) => ({ type: 'private' as const, to: [2], topic: '', content });

test('drafts are stored per person, last edited first, without server ids', () => {
  const browser = browserStorage();
  let now = 1000;
  const drafts = new LocalDrafts(
    1,
    () => browser,
    () => now,
  );
  const first = drafts.create(toMia('one'));
  const second = drafts.create(toMia('two'));
  assert.ok(first < 0 && second < 0 && first !== second);
  now = 1001;
  drafts.change(first, toMia('one more'));
  assert.deepEqual(
    drafts.all().map(({ content }) => content),
    ['one more', 'two'],
  );
  assert.deepEqual(new LocalDrafts(2, () => browser).all(), []);
  drafts.delete(first);
  assert.deepEqual(
    drafts.all().map(({ id }) => id),
    [second],
  );
});

test('unreadable drafts are ignored, and a browser without storage has none', () => {
  const browser = browserStorage();
  const whole = { id: -1, timestamp: 5, ...toMia('x') };
  const broken = [
    { id: '1' },
    { type: 'thread' },
    { to: ['2'] },
    { topic: null },
    { content: 5 },
    { timestamp: 'x' },
  ];
  const values = [null, [], ...broken.map((fields) => ({ ...whole, ...fields })), whole];
  for (const [key, text] of ['', '{', ...values.map((value) => JSON.stringify(value))].entries())
    browser.entries.set(`draft here 1 ${key}`, text);
  assert.deepEqual(new LocalDrafts(1, () => browser).all(), [whole]);
  const forbidden = (): Storage => {
    throw new Error('not allowed');
  };
  assert.deepEqual(new LocalDrafts(1, forbidden).all(), []);
});

test('the id of a moved draft is remembered for a month', () => {
  const browser = browserStorage();
  let now = 1_000_000;
  const clock = () => now;
  const drafts = new LocalDrafts(1, () => browser, clock);
  drafts.recordMove(-1, 10);
  now += 29 * 86_400;
  drafts.recordMove(-2, 20);
  const opened = () => new LocalDrafts(1, () => browser, clock);
  assert.deepEqual([opened().movedTo(-1), opened().movedTo(-2)], [10, 20]);
  now += 2 * 86_400;
  drafts.recordMove(-3, 30);
  assert.deepEqual([opened().movedTo(-1), opened().movedTo(-2), opened().movedTo(-3)], [undefined, 20, 30]);
  assert.equal(browser.entries.size, 2);
});
