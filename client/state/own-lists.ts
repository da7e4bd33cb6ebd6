// Applies events of an account's own lists: bots, devices, tokens for video calls.

import { insertSorted, removeWhere, updateWhere } from './lists.ts';
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
    const isBot = (candidate: Bot) => candidate.user_id === bot.user_id;
    if (op === 'update') return updateWhere(bots, isBot, (present) => ({ ...present, ...bot }));
    const others = removeWhere(bots, isBot);
    return op === 'add' ? insertSorted(others, bot, (a, b) => a.user_id - b.user_id) : others;
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

function changesOf(event: DeviceEvent): Partial<Device> {
  return Object.fromEntries(deviceFields.filter((name) => name in event).map((name) => [name, event[name]]));
}

export const device: Reducer<DeviceEvent> = (state, event) =>
  withSection(state, 'devices', (devices) => {
    const { [event.device_id]: current = newDevice, ...others } = devices;
    if (event.op === 'remove') return others;
    const next = event.op === 'add' ? newDevice : { ...current, ...changesOf(event) };
    return { ...others, [event.device_id]: next };
  });

export interface ValueEvent {
  readonly value: boolean;
}

/** Reducer that sets boolean sections, if they exist. */
function flags(...names: readonly ('has_zoom_token' | 'has_webex_token' | 'has_vendor_token')[]) {
  return (state: State, { value }: ValueEvent): State =>
    names.reduce((next, name) => withSection(next, name, () => value), state);
}

export const zoomToken: Reducer<ValueEvent> = flags('has_zoom_token');
/** The state has both names of this token; events use one of them. */
export const webexToken: Reducer<ValueEvent> = flags('has_webex_token', 'has_vendor_token');
