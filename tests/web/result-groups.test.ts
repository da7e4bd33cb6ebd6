// The results of a search by conversation: nothing that is shown moves when more results are loaded.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ResultGroups } from '../../web/message-list/results/result-groups.ts';
import { made } from './naive-server.ts';

/** Results of topics by their letters, `abca` for ids from 1, the newest first. */
const results = (topics: string, firstId = 1) =>
  [...topics].map((topic, index) => made(firstId + index, 1, topic)).toReversed();

/** The groups as `a:3,1+2`: the topic, the ids shown, and the number of hidden ones. */
function summaryOf(groups: ReturnType<ResultGroups['of']>): string[] {
  return groups.map(({ conversation, shown, hidden }) => {
    const topic = conversation.kind === 'topic' ? conversation.topic : 'direct';
    return `${topic}:${shown.map(({ id }) => id).join(',')}${hidden > 0 ? `+${hidden}` : ''}`;
  });
}

test('results are grouped by conversation, newest first, each group with its newest results', () => {
  assert.deepEqual(summaryOf(new ResultGroups().of(results('abaaca'), 9)), ['a:6,4,3+1', 'c:5', 'b:2']);
});

test('older results are counted in their group and add no rows to it', () => {
  const groups = new ResultGroups();
  assert.deepEqual(summaryOf(groups.of(results('ab', 11), 9)), ['b:12', 'a:11']);
  const more = [...results('ab', 11), ...results('aabc', 1)];
  assert.deepEqual(summaryOf(groups.of(more, 9)), ['b:12+1', 'a:11+2', 'c:4']);
  groups.expand(groups.of(more, 9)[1]?.key ?? '');
  assert.deepEqual(summaryOf(groups.of(more, 9)), ['b:12+1', 'a:11,2,1', 'c:4']);
});

test('a new result joins its group in its place, and a new group is the first', () => {
  const groups = new ResultGroups();
  groups.of(results('ab', 11), 9);
  assert.deepEqual(summaryOf(groups.of(results('aba', 11), 9)), ['b:12', 'a:13,11']);
  assert.deepEqual(summaryOf(groups.of(results('abac', 11), 9)), ['c:14', 'b:12', 'a:13,11']);
});

test('an expanded group is expanded again when the search is shown again', () => {
  const groups = new ResultGroups();
  const all = results('aaaabbbb');
  groups.expand(groups.of(all, 9)[1]?.key ?? '');
  const again = new ResultGroups(groups.expanded);
  assert.deepEqual(summaryOf(again.of(all.slice(0, 6), 9)), ['b:8,7,6+1', 'a:4,3']);
  assert.deepEqual(summaryOf(again.of(all, 9)), ['b:8,7,6+1', 'a:4,3,2,1']);
});

test('older results take the place of rows that were deleted', () => {
  const groups = new ResultGroups();
  const all = results('aaaa');
  assert.deepEqual(summaryOf(groups.of(all, 9)), ['a:4,3,2+1']);
  assert.deepEqual(summaryOf(groups.of(all.slice(3), 9)), ['a:1']);
  assert.deepEqual(summaryOf(groups.of([], 9)), []);
});
