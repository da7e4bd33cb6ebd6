// Applies events of an account's own lists: bots, devices, tokens for video calls.

import type { EventOf } from '../event-stream.ts';
import { insertSorted, removeWhere, updateWhere } from './lists.ts';
import type { Reducer, Section, State } from './state.ts';
import { withSection } from './state.ts';

type Bot = Section<'realm_bots'>[number];
type Device = Section<'devices'>[string];

export const realmBot: Reducer<EventOf<'realm_bot'>> = (state, event) =>
  withSection(state, 'realm_bots', (bots) => {
    const isBot = (candidate: Bot) => candidate.user_id === event.bot.user_id;
    if (event.op === 'update') return updateWhere(bots, isBot, (bot) => ({ ...bot, ...event.bot }));
    const others = removeWhere(bots, isBot);
    return event.op === 'add' ? insertSorted(others, event.bot, (a, b) => a.user_id - b.user_id) : others;
  });

const newDevice: Device = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
};

const deviceFields = Object.keys(newDevice) as (keyof Device)[];

function changesOf(event: Extract<EventOf<'device'>, { op: 'update' }>): Partial<Device> {
  return Object.fromEntries(deviceFields.filter((name) => name in event).map((name) => [name, event[name]]));
}

export const device: Reducer<EventOf<'device'>> = (state, event) =>
  withSection(state, 'devices', (devices) => {
    const { [event.device_id]: current = newDevice, ...others } = devices;
    if (event.op === 'remove') return others;
    const next = event.op === 'add' ? newDevice : { ...current, ...changesOf(event) };
    return { ...others, [event.device_id]: next };
  });

/** Reducer that sets boolean sections, if they exist. */
function flags(...names: readonly ('has_zoom_token' | 'has_webex_token' | 'has_vendor_token')[]) {
  return (state: State, { value }: { readonly value: boolean }): State =>
    names.reduce((next, name) => withSection(next, name, () => value), state);
}

export const zoomToken: Reducer<EventOf<'has_zoom_token'>> = flags('has_zoom_token');
/** The state has both names of this token; events use one of them. */
export const webexToken: Reducer<EventOf<'has_webex_token' | 'has_vendor_token'>> = flags(
  'has_webex_token',
  'has_vendor_token',
);
