// The lists of messages against a naive server: whatever is sent, moved, starred, edited and deleted, and however late
// events and pages come, once everything has come each list holds what the server has between its ends.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ApiEvent } from '../../client/event-stream.ts';
import { holdView, viewsToKeep } from '../../web/messages/kept-view.ts';
import type { Message } from '../../web/messages/message.ts';
import type { Page, PageRequest } from '../../web/messages/message-list.ts';
import { MessageLists } from '../../web/messages/message-lists.ts';
import { isIn, type Narrow } from '../../web/messages/narrow.ts';

const scope = { ownId: 1, isMuted: () => false };
const term = (operator: string, operand: string, isNegated = false) => ({ operator, operand, isNegated });
const narrows: readonly Narrow[] = [
  [],
  [term('channel', '1')],
  [term('channel', '1'), term('topic', 'a')],
  [term('channel', '2'), term('topic', 'b')],
  [term('is', 'starred')],
  [term('has', 'link')],
  [term('channel', '1'), term('is', 'unread', true)],
];

function made(id: number, channelId: number, topic: string): Message {
  const bare = { id, type: 'stream', stream_id: channelId, subject: topic, content: '', flags: [] };
  return { ...bare, reactions: [], submessages: [], topic_links: [] } as unknown as Message;
}

/** Has the messages, and what it has told and not yet delivered. */
class NaiveServer {
  readonly messages = new Map<number, Message>();
  readonly events: ApiEvent[] = [];
  readonly pages: { readonly run: () => void }[] = [];
  #newest = 0;

  #tell(event: unknown): void {
    this.events.push(event as ApiEvent);
  }

  send(channelId: number, topic: string): void {
    this.#newest += 1;
    const message = made(this.#newest, channelId, topic);
    this.messages.set(message.id, message);
    this.#tell({ type: 'message', message, flags: [] });
  }

  remove(id: number): void {
    if (this.messages.delete(id)) this.#tell({ type: 'delete_message', message_ids: [id] });
  }

  flag(id: number, flag: string, op: 'add' | 'remove'): void {
    const message = this.messages.get(id);
    if (!message) return;
    const others = message.flags.filter((one) => one !== flag);
    this.messages.set(id, { ...message, flags: op === 'add' ? [...others, flag] : others });
    this.#tell({ type: 'update_message_flags', op, flag, messages: [id], all: false });
  }

  move(id: number, channelId: number, topic: string): void {
    const message = this.messages.get(id);
    if (!message) return;
    this.messages.set(id, { ...message, stream_id: channelId, subject: topic });
    this.#tell({
      type: 'update_message',
      message_id: id,
      message_ids: [id],
      flags: message.flags,
      stream_id: message.stream_id,
      orig_subject: message.subject,
      subject: topic,
      ...(channelId !== message.stream_id && { new_stream_id: channelId }),
    });
  }

  edit(id: number, text: string): void {
    const message = this.messages.get(id);
    if (!message) return;
    this.messages.set(id, { ...message, content: text });
    const flags = message.flags;
    this.#tell({ type: 'update_message', message_id: id, message_ids: [id], flags, rendered_content: text });
  }

  /** Lists whose pages are answered when `answer` says so. */
  lists(): MessageLists {
    return new MessageLists((asked, request) => {
      const page = this.page(asked, request);
      return new Promise((resolve) => this.pages.push({ run: () => resolve(page) }));
    }, scope);
  }

  /** Answers so many of the pages that were asked for. */
  async answer(count: number): Promise<void> {
    for (const { run } of this.pages.splice(0, count)) run();
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** What only the server can tell it tells by the text. */
  has(narrow: Narrow, message: Message): boolean {
    return isIn(narrow, message, scope) ?? message.content === 'link';
  }

  page(narrow: Narrow, { anchor, before, after }: PageRequest): Page {
    const all = [...this.messages.values()]
      .filter((one) => this.has(narrow, one))
      .sort((a, b) => a.id - b.id);
    const at = typeof anchor === 'number' ? anchor : anchor === 'oldest' ? 0 : Number.MAX_SAFE_INTEGER;
    const older = all.filter(({ id }) => id < at);
    const newer = all.filter(({ id }) => id > at);
    const exact = all.filter(({ id }) => id === at);
    const [first, last] = [older.slice(Math.max(0, older.length - before)), newer.slice(0, after)];
    return {
      messages: [...first, ...exact, ...last],
      anchor: at,
      foundOldest: first.length === older.length,
      foundNewest: last.length === newer.length,
    };
  }
}

const id = fc.integer({ min: 1, max: 15 });
const channel = fc.integer({ min: 1, max: 2 });
const topic = fc.constantFrom('a', 'b');
const narrow = fc.integer({ min: 0, max: narrows.length - 1 });
const step = fc.oneof(
  fc.tuple(fc.constant('send'), channel, topic),
  fc.tuple(fc.constant('send'), channel, topic),
  fc.tuple(fc.constant('remove'), id),
  fc.tuple(fc.constant('flag'), id, fc.constantFrom('starred', 'read'), fc.constantFrom('add', 'remove')),
  fc.tuple(fc.constant('move'), id, channel, topic),
  fc.tuple(fc.constant('edit'), id, fc.constantFrom('link', 'plain')),
  fc.tuple(fc.constant('fetch'), narrow, fc.oneof(id, fc.constant('newest')), fc.nat(4), fc.nat(4)),
  fc.tuple(fc.constant('deliver'), fc.nat(4)),
  fc.tuple(fc.constant('answer'), fc.nat(2)),
);

function check(server: NaiveServer, lists: MessageLists): void {
  for (const one of narrows) {
    const truth = [...server.messages.values()].filter((message) => server.has(one, message));
    for (const { ids, reachesOldest, reachesNewest } of lists.of(one).ranges.all) {
      const low = reachesOldest ? 0 : (ids[0] ?? 0);
      const high = reachesNewest ? Number.POSITIVE_INFINITY : (ids.at(-1) ?? 0);
      const between = truth.map((message) => message.id).filter((found) => found >= low && found <= high);
      assert.deepEqual(
        ids,
        between.sort((a, b) => a - b),
        JSON.stringify(one),
      );
      for (const held of ids) {
        const [mine, its] = [lists.store.get(held), server.messages.get(held)];
        assert.deepEqual(
          [mine?.subject, mine?.stream_id, mine?.content, [...(mine?.flags ?? [])].sort()],
          [its?.subject, its?.stream_id, its?.content, [...(its?.flags ?? [])].sort()],
        );
      }
    }
  }
}

type Steps = readonly (readonly [string, ...unknown[]])[];

/** Has things happen; answers with the events that were delivered. */
async function played(server: NaiveServer, lists: MessageLists, steps: Steps): Promise<ApiEvent[]> {
  const delivered: ApiEvent[] = [];
  const deliver = (count: number) => {
    for (const event of server.events.splice(0, count)) {
      lists.apply(event);
      delivered.push(event);
    }
  };
  for (const [kind, ...values] of steps) {
    if (kind === 'send') server.send(Number(values[0]), String(values[1]));
    else if (kind === 'remove') server.remove(Number(values[0]));
    else if (kind === 'move') server.move(Number(values[0]), Number(values[1]), String(values[2]));
    else if (kind === 'edit') server.edit(Number(values[0]), String(values[1]));
    else if (kind === 'flag')
      server.flag(Number(values[0]), String(values[1]), values[2] as 'add' | 'remove');
    else if (kind === 'deliver') deliver(Number(values[0]));
    else if (kind === 'answer') await server.answer(Number(values[0]));
    else {
      const list = lists.of(narrows[Number(values[0])] ?? []);
      const range = list.ranges.all[0];
      if (range && values[2] === 0) void list.loadOlder(range);
      else if (range && values[2] === 1) void list.loadNewer(range);
      else void list.open(values[1] as number | 'newest');
    }
  }
  return delivered;
}

test('each list holds what the server has between its ends, however late events and pages come', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const server = new NaiveServer();
      const lists = server.lists();
      await played(server, lists, steps as Steps);
      for (const event of server.events.splice(0)) lists.apply(event);
      await server.answer(server.pages.length);
      check(server, lists);
    }),
    { numRuns: 1500 },
  );
});

test('views that were kept are right again with the events since, also with some that they had taken in', async () => {
  let held = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), narrow, fc.nat(8), async (steps, seen, again) => {
      const server = new NaiveServer();
      const lists = server.lists();
      const delivered = await played(server, lists, steps as Steps);
      for (const one of [seen, (seen + 3) % narrows.length]) void lists.of(narrows[one] ?? []).open('newest');
      await server.answer(server.pages.length);
      const views = viewsToKeep(lists);
      const opened = server.lists();
      for (const view of structuredClone(views)) holdView(opened, view);
      held += views.length;
      const missed = again === 0 ? [] : delivered.slice(-again);
      for (const event of [...missed, ...server.events.splice(0)]) opened.apply(event);
      check(server, opened);
    }),
    { numRuns: 1500 },
  );
  assert.ok(held > 200, `${held} views were kept`);
});

test('of a long view what is around its first unread message is kept, or its end', () => {
  const lists = new MessageLists(() => Promise.reject(new Error('nothing is fetched')), scope);
  const narrow = narrows[1] ?? [];
  const messages = Array.from({ length: 400 }, (_, index) => ({
    ...made(index + 1, 1, 'a'),
    flags: ['read'],
  }));
  holdView(lists, { narrow, messages, reachesOldest: true, reachesNewest: true });
  const kept = () =>
    viewsToKeep(lists).map((view) => [
      view.messages[0]?.id,
      view.messages.at(-1)?.id,
      view.reachesOldest,
      view.reachesNewest,
    ]);
  assert.deepEqual(kept(), [[300, 400, false, true]]);
  lists.store.put({ ...made(100, 1, 'a'), flags: [] });
  assert.deepEqual(kept(), [[50, 150, false, false]]);
});

test('what no list and no newest message needs is forgotten', () => {
  const lists = new MessageLists(() => Promise.reject(new Error('nothing is fetched')), scope);
  for (let sent = 1; sent <= 20_001; sent += 1) {
    const message = made(sent, 1, 'a');
    lists.apply({ type: 'message', id: sent, message, flags: [] } as unknown as ApiEvent);
    assert.ok(lists.store.size <= 4001);
    assert.ok(lists.store.get(sent));
  }
  assert.ok(lists.store.size >= 2000);
});
