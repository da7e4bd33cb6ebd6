// With what a device enters a call: who takes over keeps what they had on the other device.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallTarget } from '../../../web/calls/call-session.ts';
import { startState } from '../../../web/calls/start-options.ts';

const OWN_ID = 3;
const target: CallTarget = { kind: 'call', id: 17 };
const conversation = { kind: 'topic', channelId: 5, topic: 'standup' } as const;

/** A page whose viewer is in a call on another device, beside someone who has everything on. */
function page({ muted = false, camera = false, isPushToTalk = false }) {
  const participants = [
    { user_id: 8, muted: !muted, camera: !camera },
    { user_id: OWN_ID, muted, camera },
  ];
  const call = { id: 17, stream_id: 5, topic: 'standup', user_ids: [], participants };
  return {
    user_id: OWN_ID,
    calls: [call],
    user_settings: { call_push_to_talk: isPushToTalk },
  } as never;
}

test('who takes over keeps camera and microphone as they were', () => {
  for (const muted of [true, false]) {
    for (const camera of [true, false]) {
      const expected = { isMuted: muted, hasCamera: camera };
      assert.deepEqual(startState(page({ muted, camera }), target, { takesOver: true }), expected);
      const inConversation: CallTarget = { kind: 'conversation', conversation, hasCamera: false };
      const options = { takesOver: true, hasCamera: false };
      assert.deepEqual(startState(page({ muted, camera }), inConversation, options), expected);
    }
  }
});

test('a device that takes over another call, or none, begins with the microphone on', () => {
  const elsewhere = page({ muted: true, camera: true });
  const first = { isMuted: false, hasCamera: false };
  assert.deepEqual(startState(elsewhere, { kind: 'call', id: 18 }, { takesOver: true }), first);
  assert.deepEqual(startState(elsewhere, target, {}), first);
  assert.deepEqual(startState(elsewhere, target, { hasCamera: true, isMuted: true }), {
    isMuted: true,
    hasCamera: true,
  });
});

test('with push to talk the microphone is off, whatever it was', () => {
  const talking = page({ isPushToTalk: true });
  assert.equal(startState(talking, target, { takesOver: true }).isMuted, true);
  assert.equal(startState(talking, target, {}).isMuted, true);
  assert.equal(startState(talking, target, { isMuted: false }).isMuted, false);
});
