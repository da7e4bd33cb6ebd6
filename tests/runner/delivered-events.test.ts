// A run of all tests reports the declared types of events that no test delivered.

import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { test } from 'node:test';
import { DeliveredEvents } from '../../scripts/delivered-events.mjs';

test('types and ops are missing until they are noted', () => {
  const delivered = new DeliveredEvents();
  const all = delivered.missing();
  assert.ok(all.includes('message') && all.includes('drafts/add') && !all.includes('drafts'));
  appendFileSync(delivered.environment.PARLEY_DELIVERED_EVENTS, 'message\ndrafts/add\n');
  assert.deepEqual(
    all.filter((name) => !delivered.missing().includes(name)),
    ['drafts/add', 'message'],
  );
  delivered.remove();
});
