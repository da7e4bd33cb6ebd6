// Rules of the administration screens: the changes to send for a default channel group or a bot, and suggested
// passwords.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupChanges } from '../../web/organization/channels/group-changes.ts';
import { suggestedPassword } from '../../web/organization/people/suggested-password.ts';
import { botChanges } from '../../web/settings/bot-changes.ts';

test('only changes to a default channel group are sent', () => {
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

test('concurrent changes by others to a default channel group are preserved', () => {
  const before = { name: 'Makers', description: '', channelIds: [1, 2, 3] };
  // In the meantime, 4 and 5 were added, and 2 was removed.
  assert.deepEqual(groupChanges(before, { ...before, channelIds: [1, 4] }, [1, 3, 4, 5]), {
    texts: undefined,
    added: [],
    removed: [3],
  });
});

test('only changes to a bot since the start of editing are sent', () => {
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

test('suggested passwords are long, different, and contain no ambiguous characters', () => {
  const all = Array.from({ length: 200 }, suggestedPassword);
  assert.equal(new Set(all).size, all.length);
  for (const one of all) assert.match(one, /^[a-hjkmnp-z2-9]{5}(-[a-hjkmnp-z2-9]{5}){3}$/);
});
