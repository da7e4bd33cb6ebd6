// When a person who is alone in a call is asked whether they stay.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secondsAlone } from '../../web/calls/alone.ts';

const callUntil = (alone_until: number | null) => ({ alone_until }) as Parameters<typeof secondsAlone>[0];

test('it is asked in the last two minutes', () => {
  const call = callUntil(1000);
  assert.equal(secondsAlone(call, 879), undefined);
  assert.equal(secondsAlone(call, 880), 120);
  assert.equal(secondsAlone(call, 998.4), 2);
  assert.equal(secondsAlone(call, 1005), 0);
});

test('with others in the call, and after it, nothing is asked', () => {
  assert.equal(secondsAlone(callUntil(null), 1000), undefined);
  assert.equal(secondsAlone(undefined, 1000), undefined);
});
