// Presence: active, idle or offline, by when an account was last there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presenceLevel, presencesOf, withPresences } from '../../web/store/presence.ts';

const now = 1_000_000;

test('an account is active or idle until 200 seconds after its last report', () => {
  const presences = presencesOf({
    presences: {
      1: { active_timestamp: now - 199, idle_timestamp: now },
      2: { active_timestamp: now - 200, idle_timestamp: now - 199 },
      3: { active_timestamp: now - 200, idle_timestamp: now - 200 },
      4: { idle_timestamp: now },
      5: {},
    },
  });
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6].map((id) => presenceLevel(presences, id, now)),
    ['active', 'idle', 'offline', 'idle', 'offline', 'offline'],
  );
});

test('an update replaces the accounts it names; the older form with addresses is ignored', () => {
  const before = presencesOf({ presences: { 1: { active_timestamp: 5 }, 2: { active_timestamp: 6 } } });
  const after = withPresences(before, { presences: { 2: { idle_timestamp: 7 } } });
  assert.deepEqual(
    [...after],
    [
      [1, { active_timestamp: 5 }],
      [2, { idle_timestamp: 7 }],
    ],
  );
  assert.equal(withPresences(before, {}), before);
  const older = { 'mel@example.com': { active_timestamp: 9 }, 2: { website: { timestamp: 9 } } };
  assert.equal(withPresences(before, { presences: older } as never), before);
});
