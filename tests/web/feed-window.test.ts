// The messages in the document, compared with a naive model: a plain list to which every step is applied.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  idsInWindow,
  slideWindow,
  trimWindow,
  type Window,
  windowAround,
  windowAtEnd,
} from '../../web/message-list/feed-window.ts';

const MAX_ROWS = 240;
const STEP = 16;
const AT_END = 24;
const FOLLOWED = 160;

type Move =
  | { readonly kind: 'older' | 'newer' | 'trim at the end' | 'trim elsewhere' }
  | { readonly kind: 'send' | 'page of older'; readonly count: number }
  | { readonly kind: 'delete'; readonly index: number };

const move: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ kind: fc.constantFrom('older', 'newer', 'trim at the end', 'trim elsewhere') }),
  fc.record({ kind: fc.constantFrom('send', 'page of older'), count: fc.integer({ min: 1, max: 150 }) }),
  fc.record({ kind: fc.constant('delete'), index: fc.nat(500) }),
);

/** The displayed messages as a plain list; new messages are added at an open end. */
class Naive {
  ids: number[];
  shown: number[];
  isOpen: boolean;
  /** No id is used twice. */
  #lowest: number;
  #highest: number;

  constructor(ids: number[], shown: number[]) {
    this.ids = ids;
    this.shown = shown;
    this.isOpen = shown.at(-1) === ids.at(-1);
    this.#lowest = ids[0] ?? 0;
    this.#highest = ids.at(-1) ?? 0;
  }

  #show(from: number, to: number): void {
    this.shown = this.ids.slice(from, to);
    this.isOpen = to >= this.ids.length;
  }

  do(done: Move): void {
    const first = this.ids.indexOf(this.shown[0] ?? Number.NaN);
    const end = first + this.shown.length;
    if (done.kind === 'send') {
      const sent = Array.from({ length: done.count }, () => ++this.#highest);
      this.ids = [...this.ids, ...sent];
      if (this.isOpen) this.shown = [...this.shown, ...sent];
    } else if (done.kind === 'page of older') {
      this.#lowest -= done.count;
      const older = Array.from({ length: done.count }, (_, index) => this.#lowest + index);
      this.ids = [...older, ...this.ids];
    } else if (done.kind === 'delete') {
      // The last displayed messages stay, as a starting point for scrolling.
      const id = this.ids[done.index % this.ids.length] ?? 0;
      if (this.shown.length < 3 && this.shown.includes(id)) return;
      this.ids = this.ids.filter((one) => one !== id);
      this.shown = this.shown.filter((one) => one !== id);
    } else if (done.kind === 'older') {
      const from = Math.max(0, first - STEP);
      if (from < first) this.#show(from, Math.min(end, from + MAX_ROWS));
    } else if (done.kind === 'newer') {
      const to = Math.min(this.ids.length, end + STEP);
      if (to > end) this.#show(Math.max(first, to - MAX_ROWS), to);
    } else if (done.kind === 'trim at the end') {
      if (this.isOpen && this.shown.length > FOLLOWED + STEP)
        this.#show(this.ids.length - FOLLOWED, this.ids.length);
    } else if (this.isOpen && this.shown.length > MAX_ROWS + STEP) {
      this.#show(first, first + MAX_ROWS);
    }
  }
}

function windowAfter(ids: readonly number[], window: Window, { kind }: Move): Window {
  if (kind === 'older' || kind === 'newer') return slideWindow(ids, window, kind);
  if (kind === 'trim at the end' || kind === 'trim elsewhere') {
    return trimWindow(ids, window, kind === 'trim at the end');
  }
  return window;
}

test('whatever arrives, is removed and is scrolled to, the window shows what a plain list would', () => {
  const start = fc.record({
    count: fc.integer({ min: 5, max: 600 }),
    index: fc.nat(600),
    atEnd: fc.boolean(),
  });
  fc.assert(
    fc.property(start, fc.array(move, { maxLength: 40 }), ({ count, index, atEnd }, moves) => {
      const ids = Array.from({ length: count }, (_, index) => 10_000 + index);
      let window = atEnd ? windowAtEnd(ids) : windowAround(ids, 10_000 + (index % count));
      const naive = new Naive(ids, [...idsInWindow(ids, window)]);
      for (const step of moves) {
        naive.do(step);
        window = windowAfter(naive.ids, window, step);
        assert.deepEqual(idsInWindow(naive.ids, window), naive.shown, step.kind);
      }
    }),
    { numRuns: 300 },
  );
});

test('a window starts around a message, or with the newest ones', () => {
  const ids = Array.from({ length: 500 }, (_, index) => index * 3);
  assert.deepEqual(idsInWindow(ids, windowAround(ids, 600)), ids.slice(180, 220));
  assert.deepEqual(idsInWindow(ids, windowAtEnd(ids)), ids.slice(476));
  assert.deepEqual(idsInWindow([], windowAtEnd([])), []);
  assert.deepEqual(idsInWindow([4, 9], windowAround([4, 9], 5)), [4, 9]);
});

test('in a burst larger than the screen, a view at the end shows only the newest messages', () => {
  const ids = Array.from({ length: 100 }, (_, index) => index);
  const window = windowAtEnd(ids);
  const some = [...ids, ...ids.map((id) => 100 + id).slice(0, AT_END - 1)];
  assert.equal(trimWindow(some, window, true, 99), window);
  const many = [...some, 200];
  assert.deepEqual(idsInWindow(many, trimWindow(many, window, true, 99)), many.slice(-AT_END));
  assert.equal(trimWindow(many, window, false, 99), window);
});
