// The flags and variables of calls.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { readCalls } from '../../src/cli/call-options.ts';

const none = {
  mode: undefined,
  turnUrls: undefined,
  stunUrls: undefined,
  livekitUrl: undefined,
  participants: undefined,
};
const rest = { livekit: undefined, participants: undefined };
const turnUrls = 'turn:turn.example.com:3478?transport=udp, turns:[2001:db8::1]:443';
const secret = { PARLEY_TURN_SECRET: 'a secret' };

test('calls are direct without any setting', () => {
  assert.deepEqual(readCalls(none, {}), { mode: 'direct', stunUrls: [], turn: undefined, ...rest });
});

test('several addresses are accepted', () => {
  assert.deepEqual(readCalls({ ...none, mode: 'direct', turnUrls, stunUrls: 'stun:a.example' }, secret), {
    mode: 'direct',
    stunUrls: ['stun:a.example'],
    turn: {
      urls: ['turn:turn.example.com:3478?transport=udp', 'turns:[2001:db8::1]:443'],
      secret: 'a secret',
    },
    ...rest,
  });
});

const livekitUrl = 'wss://livekit.example.com/';
const livekitKeys = { PARLEY_LIVEKIT_KEY: 'key', PARLEY_LIVEKIT_SECRET: 'another secret' };

test('bound livekitParticipantsMaximum: a LiveKit server is accepted with its key, and a number of people', () => {
  const flags = {
    ...none,
    mode: 'livekit',
    livekitUrl,
    participants: String(limits.livekitParticipantsMaximum),
  };
  const { livekit, participants } = readCalls(flags, livekitKeys);
  assert.deepEqual(livekit, { url: 'wss://livekit.example.com', key: 'key', secret: 'another secret' });
  assert.equal(participants, limits.livekitParticipantsMaximum);
  const more = { ...flags, participants: String(limits.livekitParticipantsMaximum + 1) };
  assert.throws(() => readCalls(more, livekitKeys), { message: /^--call-participants must be a number/ });
});

describe('the server does not start with', () => {
  const wrong = [
    ['the mode without a LiveKit server', { ...none, mode: 'livekit' }, {}, /belong together/],
    ['a LiveKit server without the mode', { ...none, livekitUrl }, livekitKeys, /belong together/],
    ['a LiveKit server without its key', { ...none, mode: 'livekit', livekitUrl }, {}, /belong together/],
    [
      'a web address of LiveKit',
      { ...none, mode: 'livekit', livekitUrl: 'https://a.example' },
      livekitKeys,
      /^--livekit-url must look like wss:/,
    ],
    ['people without a LiveKit server', { ...none, participants: '9' }, {}, /needs --calls livekit/],
    ['an unknown mode', { ...none, mode: 'loud' }, {}, /^--calls must be one of off, direct, livekit/],
    ['a TURN server without a secret', { ...none, turnUrls }, {}, /belong together/],
    ['a secret without a TURN server', none, secret, /belong together/],
    ['a STUN server as a TURN server', { ...none, turnUrls: 'stun:a' }, secret, /^--turn-url must look like/],
    ['a web address', { ...none, stunUrls: 'https://a' }, {}, /^--stun-url must look like stun:host/],
    ['a TURN server without calls', { ...none, mode: 'off', turnUrls }, secret, /^--turn-url has no effect/],
    [
      'a STUN server without calls',
      { ...none, mode: 'off', stunUrls: 'stun:a' },
      {},
      /^--stun-url has no effect/,
    ],
  ] as const;
  for (const [what, flags, environment, message] of wrong)
    test(what, () => assert.throws(() => readCalls(flags, environment), { message }));
});

describe('the server does not start with the address', () => {
  for (const address of [
    'stun:',
    'stun://a.example',
    'stun:a.example?transport=udp',
    'stun:a..example',
    'stun:-a.example',
    'stun:a_b.example',
    'stun:a.example:0',
    'stun:a.example:65536',
    'stun:a.example:x',
    'stun:256.0.0.1',
    'stun:1.2.3',
    'stun:[:::]',
    'stun:[a.example]',
    'stun:2001:db8::1',
    'stun:user@a.example',
    `stun:${'a.'.repeat(127)}aa`,
  ])
    test(address, () => {
      assert.throws(() => readCalls({ ...none, stunUrls: address }, {}), {
        message: /^--stun-url must look like stun:host/,
      });
    });
});

test('names, addresses and ports of every form are accepted', () => {
  const stunUrls =
    'stun:A-1.example,stun:localhost:1,stun:192.0.2.1:65535,stun:[::1],stun:[2001:db8::1]:3478';
  assert.equal(readCalls({ ...none, stunUrls }, {}).stunUrls.length, 5);
});
