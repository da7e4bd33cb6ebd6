// Following the server: the first snapshot opens the organization, and an error of the session or an anonymous
// registration ends it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QueueCursor } from '../../client/event-stream.ts';
import type { Snapshot, StateUpdate } from '../../client/follow-organization.ts';
import type { ParleyClient } from '../../client/parley-client.ts';
import { ParleyError } from '../../client/parley-error.ts';
import type { State } from '../../client/state/state.ts';
import { AnonymousSnapshotError } from '../../web/data/anonymous.ts';
import { type FollowOptions, follow } from '../../web/data/follow.ts';
import type { Organization } from '../../web/data/organization.ts';

const snapshot = (queue_id: string | null, more: object = {}) =>
  ({ queue_id, last_event_id: 3, user_id: 1, streams: [], ...more }) as unknown as Snapshot;
const opening: StateUpdate = { kind: 'snapshot', snapshot: snapshot('q') };
const unauthorized = new ParleyError(401, 'UNAUTHORIZED', '');

/** Follows runs of steps one after another; each may end with an error. */
async function followed(
  runs: readonly (readonly (StateUpdate | Error | ((state: () => State) => void))[])[],
  options: Partial<FollowOptions> & { readonly ownUser?: Error } = {},
) {
  const openedOrganizations: Organization[] = [];
  const closeController = new AbortController();
  let run = 0;
  const calls: string[] = [];
  const call = async (name: string) => {
    calls.push(name);
    if (options.ownUser) throw options.ownUser;
    return {};
  };
  const result = await follow({
    client: { call } as unknown as ParleyClient,
    steps: async function* (state) {
      const steps = runs[run++];
      if (!steps) {
        closeController.abort();
        return;
      }
      for (const step of steps) {
        if (step instanceof Error) throw step;
        if (typeof step === 'function') step(state);
        else yield step;
      }
    },
    onOpen: (organization) => void openedOrganizations.push(organization),
    signal: closeController.signal,
    ...options,
  });
  return { result, opened: openedOrganizations, calls, runs: run };
}

test('the first snapshot opens the organization, later steps are applied to it', async () => {
  const newestIds: (number | undefined)[] = [];
  const newest = (state: () => State) => void newestIds.push(state().max_message_id);
  const later: StateUpdate = { kind: 'snapshot', snapshot: snapshot('r', { max_message_id: 8 }) };
  const { result, opened } = await followed([
    [{ kind: 'event', event: { type: 'heartbeat', id: 1 } }, opening, newest, later, newest],
  ]);
  assert.deepEqual([result, opened.length, opened[0]?.queueId], ['ended', 1, 'r']);
  assert.deepEqual(newestIds, [undefined, 8]);
  await assert.rejects(followed([[(state) => state()]]), /no step was yielded yet/);
});

test('the cached views of the first snapshot are used', async () => {
  const cursors: QueueCursor[] = [];
  const view = { narrow: [], messages: [], reachesOldest: true, reachesNewest: true };
  const { opened } = await followed([[opening]], {
    cachedViews: (cursor) => {
      cursors.push(cursor);
      return [view];
    },
  });
  assert.deepEqual([cursors[0]?.queueId, cursors[0]?.lastEventId], ['q', 3]);
  assert.equal(opened[0]?.messages.recent.length, 1);
});

test('after a session error the session is checked, and events are followed again if it is valid or cannot be checked', async () => {
  for (const [ownUser, expected] of [
    [undefined, 'ended'],
    [new ParleyError(0, 'NO_ANSWER', ''), 'ended'],
    [new ParleyError(500, 'INTERNAL_SERVER_ERROR', ''), 'ended'],
    [unauthorized, 'logged-out'],
  ] as const) {
    const { result, calls, opened } = await followed([[opening, unauthorized], [opening]], {
      ...(ownUser && { ownUser }),
    });
    assert.deepEqual([result, calls, opened.length], [expected, ['get-own-user'], 1]);
  }
});

test('other errors are thrown, and none after the page was closed', async () => {
  const refusal = new ParleyError(400, 'BAD_REQUEST', '');
  await assert.rejects(followed([[opening, refusal]]), refusal);
  await assert.rejects(followed([[new TypeError('a bug')]]), TypeError);
  const closeController = new AbortController();
  const { result } = await followed([[() => closeController.abort(), refusal]], {
    signal: closeController.signal,
  });
  assert.equal(result, 'ended');
  const { runs } = await followed([[opening]], { signal: AbortSignal.abort() });
  assert.equal(runs, 0);
});

test('a registration without an account opens an anonymous visit; after a login it means logged out', async () => {
  const anonymous = new AnonymousSnapshotError(snapshot(null));
  const visit = await followed([[anonymous]]);
  assert.deepEqual([visit.result, visit.opened.length, visit.opened[0]?.isAnonymous], ['anonymous', 1, true]);
  const after = await followed([[opening, anonymous]]);
  assert.deepEqual([after.result, after.opened.length], ['logged-out', 1]);
});
