// Long searches take turns: few at the same moment, of one person one, and only so many wait.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../src/api-contract/error.ts';
import { limits } from '../../src/api-contract/limits.ts';
import { SearchSlots } from '../../src/narrow/search-slots.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Asks for turns and tells who has one. */
function asking(turns: SearchSlots) {
  const walking: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    walking,
    async ask(person: string, name = person) {
      const end = await turns.take(person);
      walking.push(name);
      ends.set(name, () => {
        walking.splice(walking.indexOf(name), 1);
        end();
      });
    },
    async end(name: string) {
      ends.get(name)?.();
      await settled();
    },
  };
}

test('of one person one walks, the others in the order in which they came', async () => {
  const { walking, ask, end } = asking(new SearchSlots());
  for (const name of ['one', 'two', 'three']) void ask('mel', name);
  void ask('mia');
  await settled();
  assert.deepEqual(walking, ['one', 'mia']);
  await end('one');
  assert.deepEqual(walking, ['mia', 'two']);
  await end('two');
  await end('three');
  assert.deepEqual(walking, ['mia']);
});

test('who asks again while they wait goes to the end of the queue', async () => {
  const { walking, ask, end } = asking(new SearchSlots());
  for (const name of ['one', 'two', 'three']) void ask('mel', name);
  await settled();
  await end('one');
  void ask('mel', 'four');
  await settled();
  assert.deepEqual(walking, ['two']);
  for (const name of ['two', 'three']) await end(name);
  assert.deepEqual(walking, ['four']);
});

test('bound walksAtOnce: a server walks for few people at the same moment', async () => {
  const { walking, ask, end } = asking(new SearchSlots());
  const people = Array.from({ length: limits.walksAtOnce + 2 }, (_, index) => `person ${index}`);
  for (const person of people) void ask(person);
  await settled();
  assert.deepEqual(walking, people.slice(0, limits.walksAtOnce));
  await end('person 0');
  assert.equal(walking.length, limits.walksAtOnce);
  assert.ok(walking.includes(`person ${limits.walksAtOnce}`));
  for (const person of people) await end(person);
  assert.deepEqual(walking, []);
});

test('bound walksWaitingPerPerson: who asks too often is told to come again, and may once the others are over', async () => {
  const { ask, end } = asking(new SearchSlots());
  const names = Array.from({ length: limits.walksWaitingPerPerson + 1 }, (_, index) => `walk ${index}`);
  for (const name of names) void ask('mel', name);
  await settled();
  await assert.rejects(ask('mel'), (error) => error instanceof ApiError && error.status === 429);
  void ask('mia');
  for (const name of names) await end(name);
  await ask('mel');
});
