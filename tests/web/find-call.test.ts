// The call that a link names: as the page knows it, or as the server says.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ParleyError } from '../../client/parley-error.ts';
import { findCall } from '../../web/calls/find-call.ts';

const call = { id: 17, stream_id: 5, topic: 'standup', user_ids: [] };

function organization(known: readonly unknown[], answer: () => Promise<unknown>) {
  const asked: unknown[] = [];
  const client = {
    call: (name: string, input: unknown) => {
      asked.push([name, input]);
      return answer();
    },
  };
  return { asked, organization: { client, state: { calls: known } } as never };
}

test('a call that the page knows needs no request', async () => {
  const { asked, organization: here } = organization([call], () => Promise.reject(new Error('not needed')));
  assert.equal(await findCall(here, 17), call);
  assert.deepEqual(asked, []);
});

test('the server knows of a call that was not loaded, and whether it has ended', async () => {
  const other = { ...call, id: 18 };
  const going = organization([call], async () => ({ call: other, ended_at: null }));
  assert.equal(await findCall(going.organization, 18), other);
  assert.deepEqual(going.asked, [['get-call', { call_id: 18 }]]);
  const ended = organization([], async () => ({ call: other, ended_at: 1_700_000_000 }));
  assert.equal(await findCall(ended.organization, 18), undefined);
});

test('a call that the server does not know, such as one of long ago, has ended', async () => {
  const unknown = new ParleyError(400, 'BAD_REQUEST', 'Invalid call ID');
  const { organization: here } = organization([], () => Promise.reject(unknown));
  assert.equal(await findCall(here, 17), undefined);
});

test('a call about which the server cannot be asked has not ended', async () => {
  for (const error of [new ParleyError(401, 'UNAUTHORIZED', 'no'), new ParleyError(0, 'NO_ANSWER', 'away')]) {
    const { organization: here } = organization([], () => Promise.reject(error));
    await assert.rejects(findCall(here, 17), error);
  }
});
