// Where a view starts and was left, the line above its unread messages, and what its messages look like.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { destinationOfMessage } from '../../web/message-list/destination-of-message.ts';
import { displayHtml } from '../../web/message-list/display-html.ts';
import { beginEditing, editing, endEditing } from '../../web/message-list/editing.ts';
import { LeftPositions } from '../../web/message-list/left-positions.ts';
import { startPosition } from '../../web/message-list/start-position.ts';
import { UnreadLine } from '../../web/message-list/unread-line.ts';
import type { Message } from '../../web/store/message.ts';
import type { Range } from '../../web/store/ranges.ts';
import { made } from './naive-server.ts';

const rangeOf = (...ids: number[]): Range => ({ ids, reachesOldest: true, reachesNewest: true });
const atMessage = (id: number, at: 'middle' | 'unread' | 'start' | number) =>
  ({ kind: 'message', id, at }) as const;

test('a view starts at the message that was asked for, or the next one, or the last', () => {
  const range = rangeOf(10, 20, 30);
  assert.deepEqual(startPosition(20, 20, range), atMessage(20, 'middle'));
  assert.deepEqual(startPosition(15, 15, range), atMessage(20, 'middle'));
  assert.deepEqual(startPosition(31, 31, range), atMessage(30, 'middle'));
  assert.deepEqual(startPosition(31, 31, rangeOf()), { kind: 'end' });
});

test('a view starts at the oldest message, the first unread one or the end', () => {
  const range = rangeOf(10, 20, 30);
  assert.deepEqual(startPosition('oldest', 30, range), atMessage(10, 'start'));
  assert.deepEqual(startPosition('oldest', 30, rangeOf()), { kind: 'end' });
  assert.deepEqual(startPosition('first_unread', 20, range), atMessage(20, 'unread'));
  assert.deepEqual(startPosition('first_unread', 25, range), { kind: 'end' });
  assert.deepEqual(startPosition('newest', 20, range), { kind: 'end' });
});

test('the positions of the last hundred views that were left are remembered', () => {
  const positions = new LeftPositions();
  for (let view = 1; view <= 100; view += 1) positions.set(`view ${view}`, atMessage(view, 3));
  positions.set('view 1', atMessage(1, 4));
  positions.set('at its end', undefined);
  assert.deepEqual(positions.get('view 2'), atMessage(2, 3));
  positions.set('view 101', atMessage(101, 3));
  assert.deepEqual(
    ['view 1', 'view 2', 'view 3', 'at its end'].map((key) => positions.get(key)),
    [atMessage(1, 4), undefined, atMessage(3, 3), undefined],
  );
  positions.set('view 1', undefined);
  assert.equal(positions.get('view 1'), undefined);
});

/** A line above the unread ones among these messages. */
function lineAbove(unread: readonly number[], isPast = false) {
  const ids = new Set(unread);
  return { ids, line: new UnreadLine((id) => ids.has(id), isPast) };
}

test('the line stays at the first unread message, whatever is read later', () => {
  const { ids, line } = lineAbove([20, 30]);
  const range = rangeOf(10, 20, 30);
  assert.equal(line.first, undefined);
  line.countArrived(range);
  assert.equal(line.count, 0);
  line.draw(range);
  ids.add(10);
  ids.delete(20);
  line.draw(range);
  assert.equal(line.first, 20);
});

test('no unread line is drawn in searches, or after going to the end', () => {
  const past = lineAbove([20], true).line;
  past.draw(rangeOf(10, 20));
  assert.equal(past.first, undefined);
  const { line } = lineAbove([20]);
  line.draw(rangeOf(10, 20));
  line.disable();
  assert.equal(line.first, undefined);
  line.draw(rangeOf(10, 20));
  assert.equal(line.first, undefined);
});

test('unread messages below the unread line are counted, each when it arrives', () => {
  const { ids, line } = lineAbove([10, 20, 40]);
  line.draw(rangeOf(20, 30, 40));
  // Older ones are fetched, and are above the line.
  line.countArrived(rangeOf(10, 20, 30, 40));
  assert.equal(line.count, 2);
  for (const id of [30, 50]) ids.add(id);
  line.countArrived(rangeOf(10, 20, 30, 40, 50));
  assert.equal(line.count, 3, 'one was marked as unread later');
  line.countArrived(rangeOf(10, 20, 30, 40, 50));
  assert.equal(line.count, 3);
  for (const id of [40, 51]) ids.add(id);
  ids.delete(50);
  line.countArrived(rangeOf(10, 20, 30, 40, 50, 51));
  assert.equal(line.count, 4);
  line.countArrived(rangeOf(10, 20, 30, 40, 50, 51, 60));
  for (const id of [60, 61]) ids.add(id);
  line.countArrived(rangeOf(10, 20, 30, 40, 50, 51, 60, 61));
  assert.equal(line.count, 5, 'the message before it was read when it arrived');
});

test('deleted messages are no longer counted', () => {
  const { line } = lineAbove([10, 20, 30]);
  line.draw(rangeOf(10, 20, 30));
  line.countArrived(rangeOf(10, 20, 30));
  line.countArrived(rangeOf(20, 30));
  assert.equal(line.count, 2);
  line.countArrived(rangeOf());
  assert.equal(line.count, 0);
});

test('a message can only be edited once at a time', () => {
  beginEditing(1);
  beginEditing(1);
  beginEditing(2);
  assert.deepEqual(editing.items, [1, 2]);
  endEditing(1);
  assert.deepEqual(editing.items, [2]);
  endEditing(2);
});

test('a reply goes to the conversation of its message', () => {
  assert.deepEqual(destinationOfMessage(made(1, 7, 'Plans'), 5), {
    kind: 'channel',
    channelId: 7,
    topic: 'Plans',
  });
  const direct = (...ids: number[]) =>
    ({
      ...made(1, 1, ''),
      type: 'private',
      display_recipient: ids.map((id) => ({ id })),
    }) as unknown as Message;
  assert.deepEqual(destinationOfMessage(direct(9, 5, 3), 5), { kind: 'direct', personIds: [3, 9] });
  assert.deepEqual(destinationOfMessage(direct(5), 5), { kind: 'direct', personIds: [] });
});

test('a message is displayed with its search matches, and without the command at its beginning', () => {
  const content = '<p>/me waves</p>';
  assert.equal(displayHtml({ content, is_me_message: false }), content);
  assert.equal(displayHtml({ content, is_me_message: true }), '<p>waves</p>');
  assert.equal(
    displayHtml({ content, is_me_message: true, match_content: '<p>/me <b>waves</b></p>' }),
    '<p><b>waves</b></p>',
  );
});
