// The flags and variables of calls.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readCalls } from '../../src/cli/call-options.ts';

const none = { mode: undefined, turnUrls: undefined, stunUrls: undefined };
const turnUrls = 'turn:turn.example.com:3478?transport=udp, turns:[2001:db8::1]:443';
const secret = { PARLEY_TURN_SECRET: 'a secret' };

test('calls are direct without any setting', () => {
  assert.deepEqual(readCalls(none, {}), { mode: 'direct', stunUrls: [], turn: undefined });
});

test('several addresses are accepted', () => {
  assert.deepEqual(readCalls({ mode: 'off', turnUrls, stunUrls: 'stun:a.example' }, secret), {
    mode: 'off',
    stunUrls: ['stun:a.example'],
    turn: {
      urls: ['turn:turn.example.com:3478?transport=udp', 'turns:[2001:db8::1]:443'],
      secret: 'a secret',
    },
  });
});

describe('the server does not start with', () => {
  const wrong = [
    ['an unknown mode', { ...none, mode: 'loud' }, {}, /^--calls must be one of off, direct/],
    ['a TURN server without a secret', { ...none, turnUrls }, {}, /belong together/],
    ['a secret without a TURN server', none, secret, /belong together/],
    ['a STUN server as a TURN server', { ...none, turnUrls: 'stun:a' }, secret, /^--turn-url must look like/],
    ['a web address', { ...none, stunUrls: 'https://a' }, {}, /^--stun-url must look like stun:host/],
  ] as const;
  for (const [what, flags, environment, message] of wrong)
    test(what, () => assert.throws(() => readCalls(flags, environment), { message }));
});
