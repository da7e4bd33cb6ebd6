// What the screens of the administration decide: which changes a group of channels or a bot needs, and passwords that are
// suggested.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupChanges } from '../../web/organization/channels/group-changes.ts';
import { suggestedPassword } from '../../web/organization/people/suggested-password.ts';
import { botChanges } from '../../web/settings/bot-changes.ts';

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

test('what somebody else changes of a group of channels meanwhile stays', () => {
  const before = { name: 'Makers', description: '', channelIds: [1, 2, 3] };
  // Meanwhile 4 and 5 came, and 2 went.
  assert.deepEqual(groupChanges(before, { ...before, channelIds: [1, 4] }, [1, 3, 4, 5]), {
    texts: undefined,
    added: [],
    removed: [3],
  });
});

test('of a bot only that is asked for which differs from when it was begun', () => {
  const outgoing = { url: 'https://example.com/a', format: 1 };
  const before = { name: 'Helper', owner: 1, outgoing };
  assert.deepEqual(botChanges(before, { name: ' Helper ', owner: 1, outgoing }), {});
  assert.deepEqual(
    botChanges(before, { name: 'Hand', owner: 2, outgoing: { url: ' https://example.com/b', format: 2 } }),
    {
      full_name: 'Hand',
      bot_owner_id: 2,
      service_payload_url: 'https://example.com/b',
      service_interface: 2,
    },
  );
  assert.deepEqual(botChanges({ ...before, outgoing: undefined }, before), {});
});

test('suggested passwords are long, differ, and hold nothing that is taken for another sign', () => {
  const all = Array.from({ length: 200 }, suggestedPassword);
  assert.equal(new Set(all).size, all.length);
  for (const one of all) assert.match(one, /^[a-hjkmnp-z2-9]{5}(-[a-hjkmnp-z2-9]{5}){3}$/);
});
