// What a browser keeps of the messages that were read: so many narrows, however long a page is open.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeptMessages } from '../../web/link/kept-messages.ts';
import { MessageLists } from '../../web/messages/message-lists.ts';
import { made, scope, term } from './naive-server.ts';

test('a page that is open for days keeps what was looked at last, and no more', async () => {
  const records = new Map<string, unknown>();
  const kept = new KeptMessages(1, {
    read: async (name) => records.get(name),
    readAll: async (prefix) =>
      [...records].filter(([name]) => name.startsWith(prefix)).map(([, value]) => value),
    write: async (name, value) => records.set(name, value).has(name),
    remove: async (name) => records.delete(name),
  });
  const lists = new MessageLists(() => Promise.reject(new Error('nothing is fetched')), scope);
  for (let looked = 1; looked <= 400; looked += 1) {
    const list = lists.of([term('channel', '1'), term('topic', `topic ${looked}`)]);
    lists.store.put(made(looked, 1, `topic ${looked}`));
    list.change((ranges) => ranges.withPage({ ids: [looked], reachesOldest: true, reachesNewest: true }));
    if (looked % 10 > 0) continue;
    await kept.write(lists);
    assert.ok(records.size < 120, `${records.size} narrows are kept`);
  }
  const names = [...records.keys()];
  assert.ok(names.length >= 60 && names.some((name) => name.endsWith('topic%20400')));
});
