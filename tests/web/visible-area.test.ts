// Which part of the page is used while the keyboard of a phone covers some of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visibleArea } from '../../web/lib/visible-area.ts';

const page = { pageHeight: 844, isTyping: true };

test('a keyboard below a page that keeps its height covers the bottom', () => {
  assert.deepEqual(visibleArea({ height: 500, offsetTop: 0, scale: 1 }, page), {
    height: 500,
    top: 0,
    covered: 344,
  });
});

test('a page that the browser moved up is used where it is visible', () => {
  assert.deepEqual(visibleArea({ height: 500, offsetTop: 300, scale: 1 }, page), {
    height: 500,
    top: 300,
    covered: 44,
  });
  assert.deepEqual(visibleArea({ height: 500, offsetTop: 350, scale: 1 }, page)?.covered, 0);
});

test('all of the page is used if the browser has made it smaller, nothing is typed, or a person has zoomed in', () => {
  const covered = { height: 500, offsetTop: 0, scale: 1 };
  assert.equal(visibleArea({ ...covered, height: 500.4 }, { ...page, pageHeight: 500 }), undefined);
  assert.equal(visibleArea(covered, { ...page, isTyping: false }), undefined);
  assert.equal(visibleArea({ ...covered, scale: 1.5 }, page), undefined);
});
