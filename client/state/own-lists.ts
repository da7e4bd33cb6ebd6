// How a client keeps the lists that are its person's own: bots, devices, tokens for video calls.

import { changedIn, inserted, without } from './lists.ts';
import type { Reducer, Section, State } from './state.ts';
import { withSection } from './state.ts';

type Bot = Section<'realm_bots'>[number];
type Device = Section<'devices'>[string];

export type BotEvent =
  | { readonly op: 'add'; readonly bot: Bot }
  | { readonly op: 'update'; readonly bot: Partial<Bot> & Pick<Bot, 'user_id'> }
  | { readonly op: 'remove' | 'delete'; readonly bot: Pick<Bot, 'user_id'> };

export const realmBot: Reducer<BotEvent> = (state, { op, bot }) =>
  withSection(state, 'realm_bots', (bots) => {
    const isIt = (one: Bot) => one.user_id === bot.user_id;
    if (op === 'update') return changedIn(bots, isIt, (one) => ({ ...one, ...bot }));
    const others = without(bots, isIt);
    return op === 'add' ? inserted(others, bot, (a, b) => a.user_id - b.user_id) : others;
  });

export interface DeviceEvent extends Partial<Device> {
  readonly op: 'add' | 'update' | 'remove';
  readonly device_id: number;
}

const newDevice: Device = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
};

const deviceFields = Object.keys(newDevice) as (keyof Device)[];

function toldOf(event: DeviceEvent): Partial<Device> {
  return Object.fromEntries(deviceFields.filter((name) => name in event).map((name) => [name, event[name]]));
}

export const device: Reducer<DeviceEvent> = (state, event) =>
  withSection(state, 'devices', (devices) => {
    const { [event.device_id]: present = newDevice, ...others } = devices;
    if (event.op === 'remove') return others;
    const next = event.op === 'add' ? newDevice : { ...present, ...toldOf(event) };
    return { ...others, [event.device_id]: next };
  });

export interface ValueEvent {
  readonly value: boolean;
}

/** Sets sections that are one flag, where they are there. */
function flags(...names: readonly ('has_zoom_token' | 'has_webex_token' | 'has_vendor_token')[]) {
  return (state: State, { value }: ValueEvent): State =>
    names.reduce((present, name) => withSection(present, name, () => value), state);
}

export const zoomToken: Reducer<ValueEvent> = flags('has_zoom_token');
/** Both words of this token stand in the state; a client hears of it under one. */
export const webexToken: Reducer<ValueEvent> = flags('has_webex_token', 'has_vendor_token');
