// The personal channel settings that clients can change, and how their values are decoded.

import type { SettingChange } from '../../actions/subscriptions/change-settings.ts';
import { boolean, type Codec, integer, nullable } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';

/** A color `#rrggbb`, in lower case; `#rgb` is expanded. */
export const hexColor: Codec<string> = {
  schema: { type: 'string', pattern: '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$' },
  decode(value, path) {
    if (typeof value !== 'string') throw badRequest(`${path} is not a string`);
    const color = value.trim().toLowerCase();
    if (/^#[0-9a-f]{6}$/.test(color)) return color;
    if (/^#[0-9a-f]{3}$/.test(color)) return `#${[...color.slice(1)].map((digit) => digit + digit).join('')}`;
    throw badRequest(`${path} is not a valid hex color code`);
  },
};

/**
 * The settings by their wire names. `in_home_view` is the older opposite of `is_muted`; `muted_until`, an addition of this
 * server, mutes until a time in seconds since 1970, and null lets a mute have no end.
 */
const subscriptionSettings = {
  color: hexColor,
  is_muted: boolean,
  in_home_view: boolean,
  pin_to_top: boolean,
  desktop_notifications: boolean,
  audible_notifications: boolean,
  push_notifications: boolean,
  email_notifications: boolean,
  wildcard_mentions_notify: boolean,
  muted_until: nullable(integer({ minimum: 0 })),
} as const satisfies Readonly<Record<string, Codec<unknown>>>;

/** A change that a client sent, with its value decoded for the setting. */
export function settingChange(channelId: number, property: string, value: unknown): SettingChange {
  if (!Object.hasOwn(subscriptionSettings, property))
    throw badRequest(`Unknown subscription property: ${property}`);
  const name = property as keyof typeof subscriptionSettings;
  return {
    channelId,
    property: name,
    value: subscriptionSettings[name].decode(value, name),
  } as SettingChange;
}
