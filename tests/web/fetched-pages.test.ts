// Merging a fetched page of messages into the store: it replaces stored messages, except for later events and
// optimistic changes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiEvent } from '../../client/event-stream.ts';
import { isSameView, restoreView, viewsToCache } from '../../web/store/cached-view.ts';
import type { Message } from '../../web/store/message.ts';
import type { Page } from '../../web/store/message-list.ts';
import { MessageLists } from '../../web/store/message-lists.ts';
import type { Narrow } from '../../web/store/narrow.ts';
import { made, NaiveServer, narrows, scope, term } from './naive-server.ts';

const search: Narrow = [term('search', 'x')];
const channel: Narrow = [term('channel', '1')];
const whole = { anchor: 1, foundOldest: true, foundNewest: true };
const message = (content: string, words?: string): Message => ({
  ...made(1, 1, 'a'),
  content,
  ...(words !== undefined && { match_content: words }),
});

/** Lists whose pages the test provides. */
function controlledLists() {
  const answers: ((page: Page) => void)[] = [];
  const lists = new MessageLists(() => new Promise((resolve) => answers.push(resolve)), scope);
  const answer = (messages: readonly Message[], reach: Partial<Page> = {}) =>
    answers.shift()?.({ messages, ...whole, ...reach });
  const open = async (narrow: Narrow, one: Message) => {
    const openPromise = lists.of(narrow).open('newest');
    answer([one]);
    await openPromise;
  };
  return { lists, answer, open };
}

/** The message as displayed in a narrow. */
function shownIn(lists: MessageLists, narrow: Narrow): string | undefined {
  const message = lists.store.get(1) ?? assert.fail('it is not cached');
  return lists.of(narrow).highlights.withHighlights(message).match_content;
}

test('highlights of a search stay until the text changes, whatever other searches highlight', async () => {
  const { lists, open } = controlledLists();
  const other = [term('search', 'y')];
  await open(channel, message('x y'));
  await open(search, message('x y', '<b>x</b> y'));
  await open(other, message('x y', 'x <b>y</b>'));
  assert.equal(shownIn(lists, search), '<b>x</b> y');
  assert.equal(shownIn(lists, other), 'x <b>y</b>');
  assert.equal(shownIn(lists, channel), undefined);
  await open(channel, message('x y'));
  assert.equal(shownIn(lists, search), '<b>x</b> y');
  await open(channel, message('y'));
  assert.equal(shownIn(lists, search), undefined);
});

test('a text that changes during a search loses its highlights', async () => {
  const { lists, answer, open } = controlledLists();
  await open(channel, message('x'));
  const openPromise = lists.of(search).open('newest');
  const edit = { type: 'update_message', message_id: 1, message_ids: [1], flags: [], rendered_content: 'y' };
  lists.apply(edit as unknown as ApiEvent);
  answer([message('x', '<b>x</b>')]);
  await openPromise;
  assert.equal(lists.store.get(1)?.content, 'y');
  assert.equal(shownIn(lists, search), undefined);
});

test('a cached search has the same highlights', async () => {
  const { lists, open } = controlledLists();
  await open(search, message('x', '<b>x</b>'));
  const cachedView = () => viewsToCache(lists)[0] ?? assert.fail('nothing is cached');
  assert.ok(isSameView(cachedView(), cachedView()));
  const later = controlledLists().lists;
  restoreView(later, cachedView());
  assert.equal(shownIn(later, search), '<b>x</b>');
  assert.equal(later.store.get(1)?.match_content, undefined);
});

test('changed messages stay in the current search, and other searches are repeated', async () => {
  const { lists, answer, open } = controlledLists();
  const other = [term('search', 'y')];
  await open(other, message('x'));
  const found = lists.of(search);
  const messages = [message('x'), made(2, 1, 'a')];
  restoreView(lists, { narrow: search, messages, reachesOldest: false, reachesNewest: false });
  const [range] = found.ranges.all;
  const older = found.loadOlder(range ?? assert.fail('nothing is cached'));
  answer([message('y')], { foundNewest: false });
  await older;
  assert.deepEqual(found.ranges.all[0]?.ids, [1, 2]);
  assert.equal(lists.of(other).ranges.all.length, 0);
});

test('a message that a page shows as moved is in the right narrows when the event of the move arrives', async () => {
  const server = new NaiveServer();
  const lists = server.lists();
  const fourth = narrows[3] ?? [];
  server.send(1, 'a');
  server.send(2, 'b');
  void lists.of(fourth).open('newest');
  server.move(1, 2, 'b');
  void lists.of([]).open('newest');
  await server.answer(2);
  for (const event of server.events.splice(0)) lists.apply(event);
  assert.deepEqual(lists.of(fourth).ranges.newest?.ids, [1, 2]);
});

test('a message marked as read here stays read if the event about the new message arrives later', () => {
  const { lists } = controlledLists();
  const read = { ...message('x'), flags: ['read'] };
  restoreView(lists, { narrow: channel, messages: [read], reachesOldest: true, reachesNewest: true });
  lists.apply({ type: 'message', id: 1, message: message('x'), flags: [] } as unknown as ApiEvent);
  assert.deepEqual(lists.store.get(1)?.flags, ['read']);
});

test('a cached page does not revert newer stored messages', async () => {
  const cachedPage: Page = { messages: [message('old'), made(2, 1, 'a')], ...whole, isCached: true };
  const lists = new MessageLists(async () => cachedPage, scope);
  const messages = [message('new'), made(3, 1, 'a')];
  restoreView(lists, { narrow: channel, messages, reachesOldest: true, reachesNewest: true });
  await lists.of(channel).open('newest');
  assert.deepEqual(lists.of(channel).ranges.newest?.ids, [1, 2, 3]);
  assert.equal(lists.store.get(1)?.content, 'new');
  assert.equal(lists.store.get(2)?.id, 2);
});
