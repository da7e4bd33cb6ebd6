// Drafts are stored on the server without loss while they are written.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type DraftText, SyncedDraft } from '../../web/store/synced-draft.ts';
import { Clock } from './clock.ts';

/** A server that stores drafts, and fails when the test says so. */
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

  async create({ content }: DraftText): Promise<number> {
    await this.#answer(`create ${content}`);
    this.drafts.set(++this.#id, content);
    return this.#id;
  }

  async edit(id: number, { content }: DraftText): Promise<void> {
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
  const draft = new SyncedDraft({
    server,
    schedule: clock.later,
    storeLocally: (written) => here.push(written?.content),
  });
  const write = (content: string) =>
    draft.change({ destination: { kind: 'channel', channelId: 3, topic: 'plans' }, content });
  return { server, clock, here, draft, write };
}

test('a draft is stored one second after the last key, in one request', async () => {
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

test('changes during a request are sent after it, to the same draft', async () => {
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

test('a draft that is sent while it is being created does not remain', async () => {
  const { server, draft, write } = arranged();
  write('a');
  const first = draft.flush();
  await Promise.all([first, draft.discard()]);
  assert.equal(server.drafts.size, 0);
});

test('a draft that could not be stored stays in the browser and is retried', async () => {
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

test('an emptied draft is deleted, and an unchanged one sends no request', async () => {
  const { server, draft, write } = arranged();
  write('a');
  await draft.flush();
  write('a');
  await draft.flush();
  write('  ');
  await draft.flush();
  assert.deepEqual(server.calls, ['create a', 'delete']);
});

test('a draft is sent a second after the last key, and again five seconds after a failure; a stored draft is not sent', async () => {
  const { server, clock, here, write } = arranged();
  const settled = async () => {
    for (let turn = 0; turn < 10; turn += 1) await null;
  };
  server.isDown = true;
  write('a');
  clock.pass(1000);
  await settled();
  assert.deepEqual(server.calls, ['create a']);
  clock.pass(4999);
  await settled();
  assert.equal(server.calls.length, 1);
  server.isDown = false;
  clock.pass(1);
  await settled();
  assert.deepEqual(server.calls, ['create a', 'create a']);
  here.length = 0;
  write('a');
  clock.pass(10_000);
  await settled();
  assert.deepEqual([server.calls.length, here], [2, []]);
  write('ab');
  write('a');
  clock.pass(10_000);
  await settled();
  assert.equal(server.calls.length, 2, 'what was written again needs no request');
});

test('a draft that the server has is edited, and only when it changes', async () => {
  const [server, clock] = [new Server(), new Clock()];
  const destination = { kind: 'channel', channelId: 3, topic: 'plans' } as const;
  server.drafts.set(7, 'begun');
  const existing = { id: 7, draft: { destination, content: 'begun' } };
  const draft = new SyncedDraft({ server, schedule: clock.later }, existing);
  assert.equal(draft.id, 7);
  await draft.flush();
  draft.change({ destination, content: 'begun' });
  clock.pass(5000);
  await draft.flush();
  assert.deepEqual(server.calls, []);
  draft.change({ destination: { ...destination, topic: 'other' }, content: 'begun' });
  await draft.flush();
  assert.deepEqual(server.calls, ['edit begun']);
  draft.change({ destination, content: 'ended' });
  await draft.flush();
  assert.deepEqual([server.calls[1], server.drafts.get(7)], ['edit ended', 'ended']);
  await draft.discard();
  assert.deepEqual([server.drafts.size, draft.id], [0, undefined]);
});

test('a draft that was edited while it was being stored stays in the browser', async () => {
  const { here, draft, write } = arranged();
  write('a');
  const first = draft.flush();
  await null;
  write('ab');
  await first;
  assert.deepEqual(here, ['a', 'ab']);
  await draft.flush();
  assert.deepEqual(here, ['a', 'ab', undefined]);
});

test('a draft that the server refuses for good is not sent again', async () => {
  const [server, clock] = [new Server(), new Clock()];
  const draft = new SyncedDraft({ server, schedule: clock.later, isFinal: () => true });
  server.isDown = true;
  draft.change({ destination: { kind: 'direct', personIds: [2] }, content: 'a' });
  await draft.flush();
  clock.pass(60_000);
  await draft.flush();
  // Saving at once, for example before the page closes, tries once more.
  assert.deepEqual(server.calls, ['create a', 'create a']);
});

test('whatever is written at any time, the server ends up with the latest text', async () => {
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
