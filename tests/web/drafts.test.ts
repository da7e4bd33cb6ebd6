// What is being written is kept on the server without loss, and others are told that one writes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Destination,
  destinationOf,
  directTo,
  isSameDestination,
  termsOf,
} from '../../web/ground/destination.ts';
import { KeptDraft, type Written } from '../../web/messages/kept-draft.ts';
import { TypingNotice } from '../../web/messages/typing-notice.ts';

const topic = (name: string, channelId = 3): Destination => ({ kind: 'channel', channelId, topic: name });

/** Timers that run when the test says so. */
class Clock {
  #now = 0;
  #timers: { at: number; run: () => void }[] = [];

  readonly now = () => this.#now;
  readonly later = (run: () => void, milliseconds: number) => {
    const timer = { at: this.#now + milliseconds, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  };

  pass(milliseconds: number): void {
    this.#now += milliseconds;
    const due = this.#timers.filter(({ at }) => at <= this.#now);
    this.#timers = this.#timers.filter(({ at }) => at > this.#now);
    for (const { run } of due) run();
  }
}

/** A server that keeps drafts, and fails when it is told to. */
class Server {
  readonly drafts = new Map<number, string>();
  readonly calls: string[] = [];
  isDown = false;
  #id = 0;

  async #answer(call: string): Promise<void> {
    this.calls.push(call);
    await null;
    if (this.isDown) throw new Error('down');
  }

  async create({ content }: Written): Promise<number> {
    await this.#answer(`create ${content}`);
    this.drafts.set(++this.#id, content);
    return this.#id;
  }

  async edit(id: number, { content }: Written): Promise<void> {
    await this.#answer(`edit ${content}`);
    this.drafts.set(id, content);
  }

  async delete(id: number): Promise<void> {
    await this.#answer('delete');
    this.drafts.delete(id);
  }
}

function arranged() {
  const [server, clock] = [new Server(), new Clock()];
  const here: (string | undefined)[] = [];
  const draft = new KeptDraft({
    server,
    later: clock.later,
    keepHere: (written) => here.push(written?.content),
  });
  const write = (content: string) => draft.change({ destination: topic('plans'), content });
  return { server, clock, here, draft, write };
}

test('a draft is kept a second after the last key, in one request', async () => {
  const { server, clock, draft, write } = arranged();
  write('a');
  clock.pass(900);
  write('ab');
  clock.pass(900);
  assert.deepEqual(server.calls, []);
  clock.pass(100);
  await draft.flush();
  assert.deepEqual(server.calls, ['create ab']);
  assert.deepEqual([...server.drafts.values()], ['ab']);
});

test('what is written while a request is under way follows it, into the same draft', async () => {
  const { server, draft, write } = arranged();
  write('a');
  const first = draft.flush();
  await null;
  write('ab');
  await first;
  await draft.flush();
  assert.deepEqual(server.calls, ['create a', 'edit ab']);
  assert.deepEqual([...server.drafts.values()], ['ab']);
});

test('a draft that is sent while it is being made does not stay', async () => {
  const { server, draft, write } = arranged();
  write('a');
  const first = draft.flush();
  await Promise.all([first, draft.discard()]);
  assert.equal(server.drafts.size, 0);
});

test('what could not be kept stays in the browser and is tried again', async () => {
  const { server, clock, here, draft, write } = arranged();
  server.isDown = true;
  write('a');
  await draft.flush();
  assert.deepEqual(here, ['a']);
  server.isDown = false;
  clock.pass(5000);
  await draft.flush();
  assert.deepEqual([...server.drafts.values()], ['a']);
  assert.deepEqual(here, ['a', undefined]);
});

test('an emptied draft is deleted, and nothing is asked for what is kept already', async () => {
  const { server, draft, write } = arranged();
  write('a');
  await draft.flush();
  write('a');
  await draft.flush();
  write('  ');
  await draft.flush();
  assert.deepEqual(server.calls, ['create a', 'delete']);
});

test('whatever is written and whenever, the server ends with the last of it', async () => {
  const step = fc.oneof(fc.stringMatching(/^[a-c]{0,2}$/), fc.constant('flush' as const));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.boolean(), async (steps, isSent) => {
      const { server, draft, write } = arranged();
      let last = '';
      for (const one of steps) {
        if (one === 'flush') {
          void draft.flush();
        } else {
          write(one);
          last = one;
        }
        await null;
      }
      await (isSent ? draft.discard() : draft.flush());
      const expected = isSent || last === '' ? [] : [last];
      assert.deepEqual([...server.drafts.values()], expected);
    }),
  );
});

test('others are told at the first key, again while it goes on, and at the end', () => {
  const clock = new Clock();
  const told: string[] = [];
  const notice = new TypingNotice({
    tell: (op, destination) =>
      told.push(`${op} ${destination.kind === 'channel' ? destination.topic : 'people'}`),
    later: clock.later,
    now: clock.now,
    startedWait: 10_000,
    stoppedWait: 5000,
  });
  notice.typed(topic('a'));
  clock.pass(4000);
  notice.typed(topic('a'));
  assert.deepEqual(told, ['start a']);
  clock.pass(4000);
  notice.typed(topic('a'));
  clock.pass(4000);
  notice.typed(topic('a'));
  assert.deepEqual(told, ['start a', 'start a']);
  notice.typed(directTo([4], 1));
  assert.deepEqual(told.slice(2), ['stop a', 'start people']);
  clock.pass(5000);
  assert.equal(told.at(-1), 'stop people');
  notice.stop();
  assert.equal(told.length, 5);
});

test('a view of one conversation is what is written to, and leads back to it', () => {
  const term = (operator: string, operand: string, isNegated = false) => ({ operator, operand, isNegated });
  assert.deepEqual(destinationOf([term('channel', '3'), term('topic', 'a')], 1), topic('a'));
  assert.deepEqual(destinationOf([term('dm', '4,1,2')], 1), { kind: 'direct', personIds: [2, 4] });
  assert.deepEqual(destinationOf([term('dm', '1')], 1), { kind: 'direct', personIds: [] });
  assert.equal(destinationOf([term('is', 'starred')], 1), undefined);
  assert.equal(destinationOf([term('channel', '3', true)], 1), undefined);
  assert.deepEqual(termsOf(directTo([], 1), 1), [term('dm', '1')]);
  assert.ok(isSameDestination(topic('Plans'), topic('plans ')));
  assert.ok(!isSameDestination(topic('plans'), topic('plans', 4)));
});
