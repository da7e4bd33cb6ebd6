// The GIFs that the picker shows: pages of a search, their columns, and the keys that move between them.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gifColumns, gifIndexAfterKey, movesCaret } from '../../web/lib/gif-columns.ts';
import { gifLinkText } from '../../web/lib/gif-link.ts';
import { type GifPage, GifResults, type GifResultsState } from '../../web/lib/gif-results.ts';

const tall = { width: 100, height: 300 };
const wide = { width: 200, height: 100 };

test('each GIF is in the column that is the shortest so far', () => {
  assert.deepEqual(gifColumns([tall, wide, wide, wide, tall], 2), [[0], [1, 2, 3, 4]]);
  assert.deepEqual(gifColumns([wide, wide, wide, wide], 3), [[0, 3], [1], [2]]);
  assert.deepEqual(gifColumns([], 2), [[], []]);
});

test('arrows to the side follow the order of the provider, the others stay in the column', () => {
  const columns = [
    [0, 3],
    [1, 2, 4],
  ];
  const after = (key: string, from: number) => gifIndexAfterKey(key, from, columns);
  assert.deepEqual(
    [after('ArrowRight', 2), after('ArrowRight', 4), after('ArrowLeft', 3), after('ArrowLeft', 0)],
    [3, 4, 2, 0],
  );
  assert.deepEqual(
    [after('ArrowDown', 0), after('ArrowDown', 3), after('ArrowUp', 4), after('ArrowUp', 1)],
    [3, 3, 2, 1],
  );
  const inRightToLeft = (key: string, from: number) => gifIndexAfterKey(key, from, columns, true);
  assert.deepEqual([inRightToLeft('ArrowLeft', 2), inRightToLeft('ArrowRight', 3)], [3, 2]);
  assert.deepEqual([after('Home', 4), after('End', 0), after('x', 0)], [0, 4, undefined]);
  assert.equal(gifIndexAfterKey('ArrowDown', 0, [[], []]), undefined);
});

test('arrows to the side move the caret through a typed text, and lead to GIFs at its end', () => {
  const moves = (key: string, start: number, end = start, isRightToLeft = false) =>
    movesCaret(key, { text: 'cat', start, end }, isRightToLeft);
  assert.deepEqual([moves('ArrowLeft', 3), moves('ArrowLeft', 0)], [true, false]);
  assert.deepEqual([moves('ArrowRight', 2), moves('ArrowRight', 3)], [true, false]);
  assert.deepEqual([moves('ArrowRight', 1, 3), moves('ArrowLeft', 0, 2)], [true, true]);
  assert.deepEqual([moves('ArrowLeft', 3, 3, true), moves('ArrowRight', 3, 3, true)], [false, true]);
  assert.deepEqual([moves('Home', 0), moves('End', 3), moves('ArrowDown', 1)], [true, true, false]);
  assert.equal(movesCaret('ArrowLeft', { text: '', start: 0, end: 0 }), false);
});

test('the title in a message is plain text, and mentions no one', () => {
  for (const [title, text] of [
    ['a cat that jumps', 'a cat that jumps'],
    ['@**all** look [here](https://a.example) `now`', 'all look here(https://a.example) now'],
    ['#**general>topic** \\ $$x$$', 'generaltopic x'],
    ['', 'GIF'],
    [' ** ', 'GIF'],
  ] as const)
    assert.equal(gifLinkText(title), text);
});

/** Results whose requests are answered by hand. */
function setUp() {
  const requests: {
    readonly query: string;
    readonly page: number;
    readonly answer: (page: GifPage<string>) => void;
    readonly fail: (error: unknown) => void;
  }[] = [];
  const states: GifResultsState<string>[] = [];
  const results = new GifResults<string>(
    (query, page) =>
      new Promise((answer, fail) => {
        requests.push({ query, page, answer, fail });
      }),
    (state) => states.push(state),
  );
  return { results, asked: requests, last: () => states.at(-1) };
}

describe('the results', () => {
  test('are pages of one search, each loaded once', async () => {
    const { results, asked, last } = setUp();
    const searching = results.search('cat');
    assert.equal(last()?.isLoading, true);
    void results.more();
    assert.equal(asked.length, 1, 'a page is already being loaded');
    asked[0]?.answer({ gifs: ['a', 'b'], has_more: true });
    await searching;
    const loading = results.more();
    assert.deepEqual([asked[1]?.query, asked[1]?.page], ['cat', 2]);
    asked[1]?.answer({ gifs: ['c'], has_more: false });
    await loading;
    assert.deepEqual(last(), { gifs: ['a', 'b', 'c'], isLoading: false, hasMore: false, error: undefined });
    await results.more();
    assert.equal(asked.length, 2, 'there is no further page');
  });

  test('of an earlier search are dropped, however late they arrive', async () => {
    const { results, asked, last } = setUp();
    const first = results.search('cat');
    const second = results.search('dog');
    asked[1]?.answer({ gifs: ['dog'], has_more: false });
    await second;
    asked[0]?.answer({ gifs: ['cat'], has_more: false });
    await first;
    assert.deepEqual(last()?.gifs, ['dog']);
    const third = results.search('cow');
    const fourth = results.search('');
    asked[3]?.answer({ gifs: ['trending'], has_more: false });
    await fourth;
    asked[2]?.fail(new Error('late'));
    await third;
    assert.deepEqual([last()?.gifs, last()?.error], [['trending'], undefined]);
  });

  test('keep what was loaded when a page fails, which is then tried again', async () => {
    const { results, asked, last } = setUp();
    const searching = results.search('cat');
    asked[0]?.answer({ gifs: ['a'], has_more: true });
    await searching;
    const failing = results.more();
    const error = new Error('unreachable');
    asked[1]?.fail(error);
    await failing;
    assert.deepEqual([last()?.gifs, last()?.error, last()?.isLoading], [['a'], error, false]);
    await results.more();
    assert.equal(asked.length, 2, 'scrolling does not repeat what failed');
    const retrying = results.retry();
    assert.equal(asked[2]?.page, 2);
    assert.equal(last()?.error, undefined);
    asked[2]?.answer({ gifs: ['b'], has_more: false });
    await retrying;
    assert.deepEqual(last()?.gifs, ['a', 'b']);
  });
});
