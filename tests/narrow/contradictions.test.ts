// Which terms contradict each other, so that nothing is searched; what `has` and group terms match; and how long a walk
// runs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../src/api-contract/error.ts';
import type { MessageHead } from '../../src/model/messages/message-row.ts';
import { testsOf } from '../../src/narrow/predicates.ts';
import { contradict } from '../../src/narrow/resolve.ts';
import type { Meaning, Term } from '../../src/narrow/term.ts';
import { Walk } from '../../src/narrow/walk.ts';
import { HasBit } from '../../src/stores/messages/range-store.ts';

const is = (meaning: Meaning): Term => ({ ...meaning, negated: false });
const isNot = (meaning: Meaning): Term => ({ ...meaning, negated: true });
const sender = (accountId: number): Meaning => ({ kind: 'sender', accountId });
const topic = (key: string): Meaning => ({ kind: 'topic', key });
const starred: Meaning = { kind: 'flag', test: 'starred' };
const unread: Meaning = { kind: 'flag', test: 'unread' };
const link: Meaning = { kind: 'has', bit: 1 };
const image: Meaning = { kind: 'has', bit: 2 };

const cases: readonly [string, readonly Term[], boolean][] = [
  ['nothing', [], false],
  ['one sender', [is(sender(1))], false],
  ['one sender twice', [is(sender(1)), is(sender(1))], false],
  ['two senders', [is(sender(1)), is(sender(2))], true],
  ['two excluded senders', [isNot(sender(1)), isNot(sender(2))], false],
  ['a sender and not another', [is(sender(1)), isNot(sender(2))], false],
  ['a sender and not the same', [is(sender(1)), isNot(sender(1))], true],
  ['a sender, excluded before', [isNot(sender(1)), is(sender(1))], true],
  ['two topics', [is(topic('A')), is(topic('B'))], true],
  ['two messages', [is({ kind: 'id', id: 1 }), is({ kind: 'id', id: 2 })], true],
  ['two conversations', [is({ kind: 'dm', key: '1' }), is({ kind: 'dm', key: '2' })], true],
  ['two flags', [is(starred), is(unread)], false],
  ['a flag and not the same', [is(starred), isNot(starred)], true],
  ['a flag and not another', [is(starred), isNot(unread)], false],
  ['two kinds of content', [is(link), is(image)], false],
  ['a kind of content and not the same', [is(link), isNot(link)], true],
  ['a sender and a topic', [is(sender(1)), is(topic('A'))], false],
];

for (const [what, terms, expected] of cases) {
  test(`${what}: ${expected ? 'no message matches' : 'messages may match'}`, () =>
    assert.equal(contradict(terms), expected));
}

test('a walk ends after its time limits, counted from its beginning', async ({ mock }) => {
  let clock = 500;
  mock.method(performance, 'now', () => clock);
  const walk = new Walk({ milliseconds: 100, fruitlessMilliseconds: 200 });
  // The time before the beginning does not count.
  assert.equal(walk.isOver(true), false);
  await walk.begin();
  clock += 50;
  // Another search of the same request continues the same walk.
  await walk.begin();
  for (const [later, hasFound, isOver] of [
    [49, true, false],
    [1, true, true],
    [0, false, false],
    [99, false, false],
  ] as const) {
    clock += later;
    assert.equal(walk.isOver(hasFound), isOver, `${clock}`);
  }
  clock += 1;
  assert.throws(() => walk.isOver(false), ApiError);
  assert.equal(walk.isOver(true), true);
});

test('a request uses one search slot, and releases it once', async () => {
  const calls: string[] = [];
  const turns = {
    acquire: async (person: string) => {
      calls.push(`${person} begins`);
      return () => calls.push('ends');
    },
  };
  const walk = new Walk({ slots: turns as never }, 'mel');
  await walk.begin();
  await walk.begin();
  walk.end();
  walk.end();
  assert.deepEqual(calls, ['mel begins', 'ends']);
});

test('a "has" term is decided by the flags of the message alone', () => {
  const facts = { channels: new Map(), muting: { mutedChannels: new Set<number>(), policies: new Map() } };
  const names = ['link', 'image', 'attachment', 'reaction'] as const;
  for (const content of names) {
    const head = { has_link: 0, has_image: 0, has_attachment: 0, has_reaction: 0, [`has_${content}`]: 1 };
    for (const negated of [false, true]) {
      const found = names.filter((name) => {
        const { heads } = testsOf([{ kind: 'has', bit: HasBit[name], negated }], facts);
        return heads.every((test) => test(head as unknown as MessageHead));
      });
      assert.deepEqual(found, negated ? names.filter((name) => name !== content) : [content]);
    }
  }
});

test('a group conversation has more than two people, and channel messages have none', () => {
  const facts = { channels: new Map(), muting: { mutedChannels: new Set<number>(), policies: new Map() } };
  const [isGroup] = testsOf([is({ kind: 'group-dm', accountId: 1 })], facts).conversations;
  const holds = (direct_key: string | null, channel_id: number | null = null) =>
    isGroup?.({ channel_id, topic_name: '', direct_key });
  assert.deepEqual([holds('1,2,3'), holds('1,2'), holds('2,3,4')], [true, false, false]);
  assert.equal(holds(null, 5), false);
});
