// What the screens of the administration decide: which changes a group of channels needs, and passwords that are suggested.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupChanges } from '../../web/organization/channels/group-changes.ts';
import { suggestedPassword } from '../../web/organization/people/suggested-password.ts';

test('of a group of channels only what differs is changed', () => {
  const before = { name: 'Makers', description: 'Those who build', channelIds: [1, 2] };
  assert.deepEqual(groupChanges(before, { ...before, name: ' Makers ' }), {
    texts: undefined,
    added: [],
    removed: [],
  });
  assert.deepEqual(groupChanges(before, { name: 'Builders', description: '', channelIds: [2, 3] }), {
    texts: { new_group_name: 'Builders', new_description: '' },
    added: [3],
    removed: [1],
  });
});

test('suggested passwords are long, differ, and hold nothing that is taken for another sign', () => {
  const all = Array.from({ length: 200 }, suggestedPassword);
  assert.equal(new Set(all).size, all.length);
  for (const one of all) assert.match(one, /^[a-hjkmnp-z2-9]{5}(-[a-hjkmnp-z2-9]{5}){3}$/);
});
