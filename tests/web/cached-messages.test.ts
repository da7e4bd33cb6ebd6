// Cached messages in a browser: a limited number of narrows, however long a page is open.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ParleyError } from '../../client/parley-error.ts';
import { CachedMessages } from '../../web/data/cached-messages.ts';
import type { Organization } from '../../web/data/organization.ts';
import type { FetchPage, Page } from '../../web/store/message-list.ts';
import { MessageLists } from '../../web/store/message-lists.ts';
import { made, scope, term } from './naive-server.ts';

function browser() {
  const records = new Map<string, unknown>();
  const cachedMessages = new CachedMessages(1, {
    read: async (name) => records.get(name),
    readAll: async (prefix) =>
      [...records].filter(([name]) => name.startsWith(prefix)).map(([, value]) => value),
    write: async (name, value) => records.set(name, value).has(name),
    remove: async (name) => records.delete(name),
  });
  const lists = new MessageLists(() => Promise.reject(new Error('nothing is fetched')), scope);
  let id = 0;
  /** Views a topic with a new message. */
  const look = (channelId: number, topic: string) => {
    id += 1;
    const list = lists.of([term('channel', String(channelId)), term('topic', topic)]);
    lists.store.put(made(id, channelId, topic));
    list.change((ranges) => ranges.withPage({ ids: [id], reachesOldest: true, reachesNewest: true }));
    return id;
  };
  const names = () => [...records.keys()].map((name) => decodeURIComponent(name.split('/').at(-1) ?? ''));
  return { cachedMessages, lists, look, names, records };
}

/** A source of changes, and its listeners. */
function organization() {
  const listeners = new Map<string, (event: never) => void>();
  const state = { streams: [], subscriptions: [] };
  const on = (type: string, listener: (event: never) => void) => listeners.set(type, listener);
  return {
    source: { state, on } as unknown as Organization,
    emit: <E extends { readonly type: string }>(event: E) => listeners.get(event.type)?.(event as never),
  };
}

for (const [label, event] of [
  [
    'a channel that can no longer be read',
    { type: 'subscription', op: 'remove', subscriptions: [{ stream_id: 1 }] },
  ],
  ['a channel that is gone', { type: 'stream', op: 'delete', stream_ids: [1] }],
  ['a message that was edited or moved', { type: 'update_message', message_id: 1, message_ids: [1] }],
  ['a message that was deleted', { type: 'delete_message', message_ids: [1] }],
  ['everything, when a new queue starts', undefined],
] as const) {
  test(`cached messages are forgotten: ${label}`, async () => {
    const { cachedMessages, lists, look, names, records } = browser();
    const { source, emit } = organization();
    cachedMessages.listen(source);
    look(1, 'lost');
    look(2, 'other');
    await cachedMessages.write(lists);
    assert.equal(names().length, 2);
    if (event) emit(event);
    else cachedMessages.forgetAll();
    lists.forgetAll();
    await cachedMessages.write(lists);
    assert.equal(names().length, event ? 1 : 0);
    // For example after subscribing again: the same messages return with a page.
    const list = lists.of([term('channel', '1'), term('topic', 'lost')]);
    lists.store.put(made(1, 1, 'lost'));
    list.change((ranges) => ranges.withPage({ ids: [1], reachesOldest: true, reachesNewest: true }));
    await cachedMessages.write(lists);
    // Entries that are no longer in memory stay stored if they do not change.
    lists.forgetAll();
    look(3, 'third');
    await cachedMessages.write(lists);
    assert.equal(names().filter((name) => name.includes('lost')).length, 1, `${[...records.keys()]}`);
  });
}

test('a page that is open for days caches only the most recently used entries', async ({ mock }) => {
  mock.timers.enable({ apis: ['Date'], now: 1_780_000_000_000 });
  const { cachedMessages, lists, look, names } = browser();
  for (let looked = 1; looked <= 400; looked += 1) {
    look(1, `topic ${looked}`);
    mock.timers.tick(1000);
    if (looked % 10 > 0) continue;
    await cachedMessages.write(lists);
    assert.ok(names().length < 120, `${names().length} narrows are cached`);
  }
  const remaining = names();
  assert.ok(remaining.length >= 60, `${remaining.length} narrows are cached`);
  // The most recently viewed ones, without a gap.
  const newest = Array.from({ length: remaining.length }, (_, index) => `topic ${400 - index}`);
  for (const topic of newest)
    assert.ok(
      remaining.some((name) => name.endsWith(topic)),
      topic,
    );
});

test('an entry that was evicted and cached again can be evicted again, and is written again when it returns', async () => {
  const { cachedMessages, lists, look, names } = browser();
  const { source, emit } = organization();
  cachedMessages.listen(source);
  const id = look(1, 'edited');
  const edit = () => emit({ type: 'update_message', message_id: id, message_ids: [id] });
  for (let time = 0; time < 3; time += 1) {
    const { messages } = { messages: [...lists.store.all()] };
    await cachedMessages.write(lists);
    assert.equal(names().length, 1);
    lists.forgetAll();
    edit();
    await cachedMessages.write(lists);
    assert.equal(names().length, 0, `after ${time + 1} edits`);
    for (const message of messages) lists.store.put(message);
    const list = lists.of([term('channel', '1'), term('topic', 'edited')]);
    list.change((ranges) => ranges.withPage({ ids: [id], reachesOldest: true, reachesNewest: true }));
  }
});

const unreachable = new ParleyError(0, 'NO_ANSWER', '');
const inTopic = [term('channel', '1'), term('topic', 'a')];
const firstPage = { anchor: 'first_unread', before: 50, after: 100 } as const;

/** The messages of a topic, cached as by a view. */
async function cachedTopic(flags: readonly (readonly string[])[], reachesOldest = true) {
  const { cachedMessages, lists, records } = browser();
  const ids = flags.map((_, index) => index + 1);
  for (const [index, of] of flags.entries()) lists.store.put({ ...made(index + 1, 1, 'a'), flags: [...of] });
  lists.of(inTopic).change((ranges) => ranges.withPage({ ids, reachesOldest, reachesNewest: true }));
  await cachedMessages.write(lists);
  return { cachedMessages, records };
}

test('an unreachable server is replaced by the cache, for the first page of a narrow', async () => {
  const { cachedMessages } = await cachedTopic([['read'], ['starred'], []]);
  let failure: Error | undefined = unreachable;
  const fetched: Page = { messages: [], anchor: 0, foundOldest: true, foundNewest: true };
  const fetch: FetchPage = async () => {
    if (failure) throw failure;
    return fetched;
  };
  const pages = cachedMessages.pages(fetch);
  assert.equal(cachedMessages.takeCacheShown(), false);
  const page = await pages(inTopic, firstPage);
  assert.deepEqual(
    [page.messages.map(({ id }) => id), page.anchor, page.foundOldest, page.foundNewest, page.isCached],
    [[1, 2, 3], 2, true, true, true],
  );
  assert.equal(cachedMessages.takeCacheShown(), true);
  assert.equal(cachedMessages.takeCacheShown(), false);
  const isUnreachable = { code: 'NO_ANSWER' };
  await assert.rejects(pages(inTopic, { anchor: 1, before: 100, after: 0 }), isUnreachable);
  await assert.rejects(pages(inTopic, { anchor: 3, before: 0, after: 100 }), isUnreachable);
  await assert.rejects(pages([term('channel', '2')], firstPage), isUnreachable);
  for (const other of [new ParleyError(502, 'NO_ENVELOPE', ''), new TypeError('a bug')]) {
    failure = other;
    await assert.rejects(pages(inTopic, firstPage), other);
  }
  failure = undefined;
  assert.equal(await pages(inTopic, firstPage), fetched);
  assert.equal(cachedMessages.takeCacheShown(), false);
});

test('a broken record is treated as missing, and breaks no other', async () => {
  const { cachedMessages, records } = await cachedTopic([['read']]);
  const { lists } = browser();
  const pages = cachedMessages.pages(async () => {
    throw unreachable;
  });
  const [[name = '', whole] = []] = records;
  for (const brokenRecord of [null, 'x', { name }, { name, messages: {} }, { name, messages: [{ id: 1 }] }]) {
    records.set(name, brokenRecord);
    await assert.rejects(pages(inTopic, firstPage), { code: 'NO_ANSWER' }, JSON.stringify(brokenRecord));
  }
  records.set(`${name}x`, null);
  records.set(name, whole);
  assert.equal((await pages(inTopic, firstPage)).messages.length, 1);
  cachedMessages.forgetAll();
  await cachedMessages.write(lists);
  assert.deepEqual([...records.values()], [null]);
});

test('a view whose messages are all read opens at its newest message, and only its newest hundred messages are cached', async () => {
  const firstCachedPage = async (count: number, reachesOldest = true) => {
    const read = Array.from({ length: count }, () => ['read']);
    const { cachedMessages } = await cachedTopic(read, reachesOldest);
    const page = await cachedMessages.pages(() => Promise.reject(unreachable))(inTopic, firstPage);
    return [page.messages[0]?.id, page.messages.at(-1)?.id, page.anchor, page.foundOldest];
  };
  assert.deepEqual(await firstCachedPage(100), [1, 100, 100, true]);
  assert.deepEqual(await firstCachedPage(100, false), [1, 100, 100, false]);
  assert.deepEqual(await firstCachedPage(101), [2, 101, 101, false]);
});

test('only changes are written, and nothing while no narrow is viewed', async () => {
  const { cachedMessages, lists, look, names, records } = browser();
  await cachedMessages.write(lists);
  lists.of([term('channel', '3')]);
  await cachedMessages.write(lists);
  assert.deepEqual(names(), []);
  look(1, 'a');
  look(1, 'b');
  await cachedMessages.write(lists);
  const recordsBefore = new Map(records);
  assert.equal(recordsBefore.size, 2);
  look(1, 'b');
  await cachedMessages.write(lists);
  const isSame = [...recordsBefore].map(([name, record]) => records.get(name) === record);
  assert.deepEqual(isSame.sort(), [false, true]);
});

test('without the server, a search finds cached messages by their words, as far as its terms can be decided', async () => {
  const { cachedMessages, lists, records } = browser();
  const long = 'and so on '.repeat(40);
  const texts = [
    '<p>the <strong>Kettle</strong> whistles</p>',
    '<p>a kettle</p>',
    `<p>tea ${long} at last biscuits</p>`,
  ];
  for (const [index, content] of texts.entries()) {
    const list = lists.of([term('channel', '1'), term('topic', `topic ${index}`)]);
    const id = index + 1;
    lists.store.put({ ...made(id, 1, `topic ${index}`), content, sender_id: id });
    list.change((ranges) => ranges.withPage({ ids: [id], reachesOldest: true, reachesNewest: true }));
  }
  await cachedMessages.write(lists);
  const pages = cachedMessages.pages(() => Promise.reject(unreachable));
  const found = async (...narrow: Parameters<FetchPage>[0]) =>
    (await pages(narrow, firstPage)).messages.map(({ id }) => id);
  assert.deepEqual(await found(term('search', 'kettle')), [1, 2]);
  assert.deepEqual(await found(term('search', '"KETTLE whistles"')), [1]);
  assert.deepEqual(await found(term('search', 'topic'), term('sender', '2')), [2]);
  assert.deepEqual(await found(term('search', 'biscuits')), [3]);
  for (const narrow of [
    [term('search', 'coffee')],
    [term('search', 'kettle'), term('is', 'followed')],
    [term('sender', '2')],
  ])
    await assert.rejects(pages(narrow, firstPage), { code: 'NO_ANSWER' });
  assert.equal(cachedMessages.takeCacheShown(), true);
  // A broken record keeps nothing else from being found.
  records.set('messages/1/broken', { name: 'broken', messages: 'x' });
  assert.deepEqual(await found(term('search', 'tea')), [3]);
});
