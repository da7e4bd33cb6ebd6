// How a client keeps the lists that are its person's own: bots, alert words, people muted.

import type { Reducer } from './reducers.ts';

// biome-ignore lint/suspicious/noExplicitAny: events and snapshots are looked into freely by tests
type Any = any;

const realmBot: Reducer = (state, { op, bot }) => {
  if (op === 'update') {
    const known = state.realm_bots.find((one: Any) => one.user_id === bot.user_id);
    if (!known) throw new Error(`the client may not change bot ${bot.user_id}`);
    Object.assign(known, bot);
    return;
  }
  state.realm_bots = state.realm_bots.filter((one: Any) => one.user_id !== bot.user_id);
  if (op === 'add') state.realm_bots.push(bot);
  state.realm_bots.sort((a: Any, b: Any) => a.user_id - b.user_id);
};

/** Both words of a token for video calls stand in the snapshot; a client hears of it under one. */
const vendorToken: Reducer = (state, { value }) =>
  Object.assign(state, { has_webex_token: value, has_vendor_token: value });

const device: Reducer = (state, { type: _type, id: _id, op, device_id: deviceId, ...changes }) => {
  if (op === 'remove') delete state.devices[deviceId];
  else if (op === 'update') Object.assign(state.devices[deviceId], changes);
  else {
    state.devices[deviceId] = {
      push_key_id: null,
      push_token_id: null,
      pending_push_token_id: null,
      push_token_last_updated_timestamp: null,
      push_registration_error_code: null,
    };
  }
};

export const ownListReducers: readonly (readonly [string, Reducer])[] = [
  ['realm_bot', realmBot],
  ['alert_words', (state, event) => Object.assign(state, { alert_words: event.alert_words })],
  ['muted_users', (state, event) => Object.assign(state, { muted_users: event.muted_users })],
  ['device', device],
  ['has_zoom_token', (state, event) => Object.assign(state, { has_zoom_token: event.value })],
  ['has_webex_token', vendorToken],
  ['has_vendor_token', vendorToken],
];
