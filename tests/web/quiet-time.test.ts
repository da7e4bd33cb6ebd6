// Which messages the page notifies of while the viewer does not want to be disturbed.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { State } from '../../client/state/state.ts';
import { isHeldBack, personQuietUntil } from '../../web/store/quiet-time.ts';

const ME = 1;
const FRIEND = 2;
const BOT = 9;
const NOW = Date.UTC(2026, 10, 27, 21) / 1000;

const nights = { enabled: true, days: [1, 2, 3, 4, 5, 6, 7], from: '20:00', to: '08:00' };

function stateWith(own: object = {}): State {
  const ownRow = { paused_until: 0, quiet_hours: nights, timezone: 'UTC', allowed_senders: [], ...own };
  return {
    do_not_disturb: { [ME]: ownRow },
    cross_realm_bots: [{ user_id: BOT }],
  } as unknown as State;
}

function isHeld(own: object = {}, message: object = {}): boolean {
  const sent = { sender_id: FRIEND, type: 'private', content: '<p>hello</p>', ...message };
  return isHeldBack(stateWith(own), sent, ME, NOW);
}

describe('a message is held back', () => {
  test('during quiet hours, in the time zone of the account', () => {
    assert.equal(isHeld(), true);
    assert.equal(isHeld({ timezone: 'America/New_York' }), false);
    assert.equal(isHeld({ quiet_hours: { ...nights, enabled: false } }), false);
  });

  test('during a pause', () => {
    const off = { ...nights, enabled: false };
    assert.equal(isHeld({ quiet_hours: off, paused_until: NOW + 1 }), true);
    assert.equal(isHeld({ quiet_hours: off, paused_until: NOW }), false);
  });

  test('unless an allowed sender wrote it', () => {
    assert.equal(isHeld({ allowed_senders: [FRIEND] }), false);
    assert.equal(isHeld({ allowed_senders: [3] }), true);
  });

  test("unless it is the viewer's own reminder", () => {
    const content = '<p>You requested a reminder for <a href="#">this message</a>.</p>';
    assert.equal(isHeld({}, { sender_id: BOT, content }), false);
    assert.equal(isHeld({}, { sender_id: BOT }), true, 'another notice');
    assert.equal(isHeld({}, { content }), true, 'written by a person');
    assert.equal(isHeld({}, { sender_id: BOT, content, type: 'stream' }), true, 'in a channel');
  });

  test('never for accounts without these settings', () => {
    const message = { sender_id: FRIEND, type: 'private', content: '' };
    assert.equal(isHeldBack({} as State, message, ME, NOW), false);
  });
});

test('a person is quiet until the end of their quiet hours', () => {
  assert.equal(personQuietUntil(stateWith(), ME, NOW), Date.UTC(2026, 10, 28, 8) / 1000);
  assert.equal(personQuietUntil(stateWith(), FRIEND, NOW), null);
});
