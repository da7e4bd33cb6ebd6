// Slots for long searches: few run at the same time, one per person, and a bounded number wait.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../src/api-contract/error.ts';
import { limits } from '../../src/api-contract/limits.ts';
import { SearchSlots } from '../../src/narrow/search-slots.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Requests slots and lists the people who have one. */
function slotRequests(turns: SearchSlots) {
  const walking: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    walking,
    async ask(person: string, name = person) {
      const end = await turns.acquire(person);
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

test('one search per person runs, and the others follow in order', async () => {
  const { walking, ask, end } = slotRequests(new SearchSlots());
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

test('a person’s next search goes to the end of their queue', async () => {
  const { walking, ask, end } = slotRequests(new SearchSlots());
  for (const name of ['one', 'two', 'three']) void ask('mel', name);
  await settled();
  await end('one');
  void ask('mel', 'four');
  await settled();
  assert.deepEqual(walking, ['two']);
  for (const name of ['two', 'three']) await end(name);
  assert.deepEqual(walking, ['four']);
});

test('bound walksAtOnce: a server runs a bounded number of searches at a time', async () => {
  const { walking, ask, end } = slotRequests(new SearchSlots());
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

test('bound walksWaitingPerPerson: too many waiting searches of a person are refused until others have ended', async () => {
  const { ask, end } = slotRequests(new SearchSlots());
  const names = Array.from({ length: limits.walksWaitingPerPerson + 1 }, (_, index) => `walk ${index}`);
  for (const name of names) void ask('mel', name);
  await settled();
  await assert.rejects(ask('mel'), (error) => error instanceof ApiError && error.status === 429);
  void ask('mia');
  for (const name of names) await end(name);
  await ask('mel');
});
