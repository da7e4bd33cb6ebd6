// Building the viewer of a queue, without reading the database where memory is enough.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PollViewers } from '../../src/events/poll-viewers.ts';
import { EventQueue, type QueueOptions } from '../../src/events/queue.ts';
import { noteEntry, pollFixture, START } from './poll-fixture.ts';
import { ME, queueOptions } from './viewers.ts';

test('a viewer is built without reads where memory is enough, and its narrow is compiled once', () => {
  const facts = { hasGuestVisibility: true, linkifiers: [] as unknown, compiled: 0 };
  const state = {
    account: () => ({ id: ME }),
    hasGuestVisibility: () => facts.hasGuestVisibility,
    partInMemory: () => facts.linkifiers,
    subscriptionsInMemory: () => new Map(),
  };
  const viewers = new PollViewers(state as never, {
    compileNarrow: () => {
      facts.compiled++;
      return () => false;
    },
    openSecret: (_purpose, sealed) => sealed,
  });
  const queueWith = (narrow: QueueOptions['narrow']) =>
    new EventQueue({ ...pollFixture().queue.record, options: { ...queueOptions, narrow } }, START);
  const plain = queueWith([]);
  assert.equal(viewers.inMemory(plain)?.matchesNarrow(noteEntry(32)), true);
  assert.equal(facts.compiled, 0);
  const narrowed = queueWith([{ operator: 'is', operand: 'starred', negated: false }]);
  for (let count = 0; count < 2; count++)
    assert.equal(viewers.inMemory(narrowed)?.matchesNarrow(noteEntry(32)), false);
  assert.equal(facts.compiled, 1);
  facts.hasGuestVisibility = false;
  assert.equal(viewers.inMemory(plain), undefined);
  facts.hasGuestVisibility = true;
  facts.linkifiers = undefined;
  assert.equal(viewers.inMemory(plain), undefined);
});
