// The outbox: every message arrives once and in order, whatever happens to the network and the pages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Outbox, type OutboxOptions, type OutgoingMessage } from '../../web/store/outbox.ts';
import { storedOutgoing } from '../../web/store/stored-messages.ts';
import { startTestServer } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';

const topic = { kind: 'channel', channelId: 1, topic: 'outbox' } as const;

/** The shared storage of the pages of one browser. */
class Disk {
  readonly records = new Map<string, OutgoingMessage>();
  #turn: Promise<void> = Promise.resolve();

  options(send: OutboxOptions['send'], changes: Partial<OutboxOptions> = {}): OutboxOptions {
    const { records } = this;
    return {
      store: {
        all: async () => [...records.values()],
        has: async (id) => records.has(id),
        put: async (outgoing) => void records.set(outgoing.id, outgoing),
        remove: async (id) => void records.delete(id),
      },
      send,
      pause: () => new Promise((resolve) => setTimeout(resolve, 1)),
      withLock: (run) => {
        this.#turn = this.#turn.then(run);
        return this.#turn;
      },
      now: () => 1000,
      ...changes,
    };
  }
}

const contents = (entries: readonly OutgoingMessage[]) => entries.map(({ content }) => content);

test('stored records that cannot be sent are ignored; those of earlier versions are read', () => {
  const whole: OutgoingMessage = { id: '1', queueId: 'q', writtenAt: 5, destination: topic, content: 'x' };
  assert.deepEqual(storedOutgoing(whole), whole);
  assert.deepEqual(storedOutgoing({ ...whole, isSent: true }), { ...whole, isSent: true });
  const problem = { code: 'BAD_REQUEST', message: 'No such channel.' };
  assert.deepEqual(storedOutgoing({ ...whole, problem }), { ...whole, problem });
  assert.deepEqual(storedOutgoing({ ...whole, problem: 'Gone.' })?.problem, { code: '', message: 'Gone.' });
  const direct = { kind: 'direct', personIds: [2] };
  assert.deepEqual(storedOutgoing({ ...whole, destination: direct })?.destination, direct);
  const broken = [
    ...[{ id: 1 }, { queueId: null }, { writtenAt: '5' }, { content: undefined }, { destination: undefined }],
    ...[{ kind: 'direct' }, { kind: 'direct', personIds: ['2'] }, { kind: 'channel', channelId: 1 }].map(
      (destination) => ({ destination }),
    ),
  ];
  for (const value of [undefined, null, 'x', [], ...broken.map((fields) => ({ ...whole, ...fields }))])
    assert.equal(storedOutgoing(value), undefined, JSON.stringify(value));
});

test('messages written at the same time are sent in order, one after another', async () => {
  const sent: string[] = [];
  let running = 0;
  const disk = new Disk();
  const outbox = new Outbox(
    disk.options(async ({ content }) => {
      assert.equal(++running, 1);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
      running--;
      sent.push(content);
      return undefined;
    }),
  );
  const texts = Array.from({ length: 20 }, (_, index) => `text ${index}`);
  await Promise.all(texts.map((text) => outbox.add('q', topic, text)));
  await waitUntil(async () => outbox.entries.length === 0);
  assert.deepEqual(sent, texts);
  assert.equal(disk.records.size, 0);
});

test('a message is stored before it is sent, and a later page sends what another left behind', async () => {
  const disk = new Disk();
  const never = new Promise<undefined>(() => {});
  const closedOutbox = new Outbox(disk.options(() => never, { withLock: (run) => run() }));
  for (const text of ['one', 'two', 'three']) await closedOutbox.add('q', topic, text);
  assert.deepEqual(contents([...disk.records.values()]), ['one', 'two', 'three']);
  const sent: OutgoingMessage[] = [];
  const reopenedOutbox = new Outbox(
    disk.options(async (outgoing) => {
      sent.push(outgoing);
      return undefined;
    }),
  );
  await reopenedOutbox.open();
  await waitUntil(async () => reopenedOutbox.entries.length === 0);
  assert.deepEqual(contents(sent), ['one', 'two', 'three']);
  assert.deepEqual(
    sent.map(({ id }) => id),
    closedOutbox.entries.map(({ id }) => id),
  );
});

test('pages are notified of messages they sent, not of those left by another page', async () => {
  const disk = new Disk();
  const never = new Promise<undefined>(() => {});
  await new Outbox(disk.options(() => never, { withLock: (run) => run() })).add('q', topic, 'left');
  const openedOutbox = new Outbox(disk.options(() => never));
  const addedMessages: OutgoingMessage[] = [];
  const stop = openedOutbox.onAdd((outgoing) => void addedMessages.push(outgoing));
  await openedOutbox.open();
  await openedOutbox.add('q', topic, 'sent');
  stop();
  await openedOutbox.add('q', topic, 'unheard');
  assert.deepEqual(contents(addedMessages), ['sent']);
  assert.deepEqual(contents(openedOutbox.entries), ['left', 'sent', 'unheard']);
});

test('a message that failed says why and lets others pass; it can be retried or removed', async () => {
  const disk = new Disk();
  const no = { code: 'BAD_REQUEST', message: 'No.' };
  const errors = new Map([['bad', no]]);
  const sent: string[] = [];
  const outbox = new Outbox(
    disk.options(async ({ content }) => {
      const problem = errors.get(content);
      if (problem === undefined) sent.push(content);
      return problem;
    }),
  );
  for (const text of ['bad', 'good']) await outbox.add('q', topic, text);
  await waitUntil(async () => sent.length === 1);
  const [bad] = outbox.entries;
  assert.deepEqual([contents(outbox.entries), bad?.problem], [['bad'], no]);
  assert.equal(disk.records.get(bad?.id ?? '')?.problem, no);
  errors.clear();
  await outbox.retry(bad?.id ?? '');
  await waitUntil(async () => sent.length === 2);
  errors.set('bad', no);
  await outbox.add('q', topic, 'bad');
  await waitUntil(async () => outbox.entries[0]?.problem !== undefined);
  await outbox.remove(outbox.entries[0]?.id ?? '');
  assert.deepEqual([outbox.entries, disk.records.size], [[], 0]);
});

test('the page says that messages are pending only while there is no response', async () => {
  let isOnline = false;
  const send: OutboxOptions['send'] = async () => {
    if (!isOnline) throw new Error('offline');
    return undefined;
  };
  const outbox = new Outbox(new Disk().options(send));
  const notifications: boolean[] = [];
  outbox.onChange(() => void notifications.push(outbox.isWaiting));
  assert.equal(outbox.isWaiting, false);
  await outbox.add('q', topic, 'one');
  await waitUntil(async () => notifications.at(-1) === true);
  assert.deepEqual(contents(outbox.entries), ['one']);
  isOnline = true;
  await waitUntil(async () => notifications.at(-1) === false && outbox.entries.length === 0);
});

test('an outgoing message stays visible until the sent message is visible, and is not sent again', async () => {
  const disk = new Disk();
  const becameVisible = Promise.withResolvers<void>();
  const sent: string[] = [];
  const outbox = new Outbox(
    disk.options(async ({ content }) => void sent.push(content), { untilShown: () => becameVisible.promise }),
  );
  await outbox.add('q', topic, 'one');
  await outbox.add('q', topic, 'two');
  await waitUntil(async () => outbox.entries.every(({ isSent }) => isSent === true));
  assert.deepEqual([contents(outbox.entries), sent, disk.records.size], [['one', 'two'], ['one', 'two'], 0]);
  becameVisible.resolve();
  await waitUntil(async () => outbox.entries.length === 0);
  assert.deepEqual(sent, ['one', 'two']);
});

test('messages that another page sent or removed are not sent', async () => {
  const disk = new Disk();
  const sent: string[] = [];
  const mayBegin = Promise.withResolvers<void>();
  const outbox = new Outbox(
    disk.options(async ({ content }) => void sent.push(content), {
      withLock: async (run) => {
        await mayBegin.promise;
        await run();
      },
    }),
  );
  await outbox.add('q', topic, 'sent elsewhere');
  await outbox.add('q', topic, 'here');
  disk.records.delete(outbox.entries[0]?.id ?? '');
  mayBegin.resolve();
  await waitUntil(async () => outbox.entries.length === 0);
  assert.deepEqual(sent, ['here']);
});

test('retrying or removing a message that is gone does nothing', async () => {
  const outbox = new Outbox(new Disk().options(async () => undefined));
  let count = 0;
  outbox.onChange(() => {
    count += 1;
  });
  await outbox.retry('gone');
  await outbox.remove('gone');
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(count, 0);
});

test('messages are in the order in which they were written, with different times', async () => {
  const disk = new Disk();
  const never = new Promise<undefined>(() => {});
  let now = 1000;
  const closedTab = new Outbox(disk.options(() => never, { now: () => now, withLock: () => never }));
  for (const [at, content] of [
    [1000, 'one'],
    [1000, 'two'],
    [900, 'three'],
    [2000, 'four'],
  ] as const) {
    now = at;
    await closedTab.add('q', topic, content);
  }
  assert.deepEqual(
    closedTab.entries.map(({ writtenAt }) => writtenAt),
    [1000, 1001, 1002, 2000],
  );
  const openedOutbox = new Outbox(disk.options(() => never, { now: () => 1500, withLock: () => never }));
  await openedOutbox.add('q', topic, 'between');
  await openedOutbox.open();
  assert.deepEqual(contents(openedOutbox.entries), ['one', 'two', 'three', 'between', 'four']);
  await openedOutbox.open();
  assert.equal(openedOutbox.entries.length, 5);
});

test('two pages with the same messages send each once', async () => {
  const disk = new Disk();
  const sent: string[] = [];
  let isOnline = false;
  const send: OutboxOptions['send'] = async ({ content }) => {
    if (!isOnline) throw new Error('offline');
    sent.push(content);
    return undefined;
  };
  const first = new Outbox(disk.options(send, { withLock: (run) => run() }));
  await first.add('q', topic, 'one');
  await first.add('q', topic, 'two');
  const second = new Outbox(disk.options(send));
  await second.open();
  isOnline = true;
  await waitUntil(async () => first.entries.length + second.entries.length === 0);
  // If both are in flight at the same time, the server recognizes duplicates by their names.
  assert.deepEqual([...new Set(sent)], ['one', 'two']);
});

test('messages whose responses are cut off reach a server once, in order', async () => {
  const server = await startTestServer();
  const mel = await server.as('mel');
  const { queueId } = await mel.registerQueue();
  const outbox = new Outbox(
    new Disk().options(async ({ id, content }) => {
      const network = Math.random();
      if (network < 0.3) throw new Error('nothing was sent');
      const message = { type: 'channel', to: 'general', topic: 'outbox', content };
      await mel.ok('POST', '/messages', { ...message, queue_id: queueId, local_id: id });
      if (network < 0.6) throw new Error('no answer came');
      return undefined;
    }),
  );
  const texts = Array.from({ length: 15 }, (_, index) => `text ${index}`);
  for (const text of texts) await outbox.add(queueId, topic, text);
  await waitUntil(async () => outbox.entries.length === 0);
  const { messages } = await mel.ok('GET', '/messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    narrow: [{ operator: 'topic', operand: 'outbox' }],
    apply_markdown: false,
  });
  assert.deepEqual(
    messages.map(({ content }: { content: string }) => content),
    texts,
  );
});
