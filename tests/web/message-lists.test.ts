// The lists of messages against a naive server: whatever is sent, moved, starred, edited and deleted, and however late
// events and pages come, once everything has come each list holds what the server has between its ends.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ApiEvent } from '../../client/event-stream.ts';
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

test('each list holds what the server has between its ends, however late events and pages come', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const server = new NaiveServer();
      const lists = new MessageLists((asked, request) => {
        const page = server.page(asked, request);
        return new Promise((resolve) => server.pages.push({ run: () => resolve(page) }));
      }, scope);
      const answer = async (count: number) => {
        for (const { run } of server.pages.splice(0, count)) run();
        await new Promise((resolve) => setImmediate(resolve));
      };
      for (const [kind, ...values] of steps as [string, ...unknown[]][]) {
        if (kind === 'send') server.send(Number(values[0]), String(values[1]));
        else if (kind === 'remove') server.remove(Number(values[0]));
        else if (kind === 'move') server.move(Number(values[0]), Number(values[1]), String(values[2]));
        else if (kind === 'edit') server.edit(Number(values[0]), String(values[1]));
        else if (kind === 'flag')
          server.flag(Number(values[0]), String(values[1]), values[2] as 'add' | 'remove');
        else if (kind === 'deliver')
          for (const event of server.events.splice(0, Number(values[0]))) lists.apply(event);
        else if (kind === 'answer') await answer(Number(values[0]));
        else {
          const list = lists.of(narrows[Number(values[0])] ?? []);
          const range = list.ranges.all[0];
          if (range && values[2] === 0) void list.loadOlder(range);
          else if (range && values[2] === 1) void list.loadNewer(range);
          else void list.open(values[1] as number | 'newest');
        }
      }
      for (const event of server.events.splice(0)) lists.apply(event);
      await answer(server.pages.length);
      check(server, lists);
    }),
    { numRuns: 1500 },
  );
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
