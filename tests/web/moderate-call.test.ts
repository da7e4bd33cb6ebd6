// Who is offered to end a call for everyone and to remove people from it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayModerateCall } from '../../web/calls/may-call.ts';

const OWN_ID = 3;
type Call = Parameters<typeof mayModerateCall>[1];
const call = (starter_id: number, stream_id: number | null = 5) => ({ starter_id, stream_id }) as Call;

const page = (fields: object, administrators: readonly number[] = []) =>
  ({
    user_id: OWN_ID,
    subscriptions: [
      {
        stream_id: 5,
        can_administer_channel_group: { direct_members: administrators, direct_subgroups: [] },
      },
    ],
    ...fields,
  }) as never;

test('who started it, moderators, and administrators of the channel may', () => {
  assert.equal(mayModerateCall(page({}), call(OWN_ID)), true);
  assert.equal(mayModerateCall(page({}), call(OWN_ID, null)), true);
  assert.equal(mayModerateCall(page({ is_moderator: true }), call(8)), true);
  assert.equal(mayModerateCall(page({ is_admin: true }), call(8, null)), true);
  assert.equal(mayModerateCall(page({}, [OWN_ID]), call(8)), true);
});

test('others may not, guests not even as administrators of the channel', () => {
  assert.equal(mayModerateCall(page({}, [8]), call(8)), false);
  assert.equal(mayModerateCall(page({}, [OWN_ID]), call(8, null)), false);
  assert.equal(mayModerateCall(page({}, [OWN_ID]), call(8, 6)), false);
  assert.equal(mayModerateCall(page({ is_guest: true }, [OWN_ID]), call(8)), false);
});
