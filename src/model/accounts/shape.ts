// What clients read of a person or bot, and of personal settings, as data.

import {
  boolean,
  type Codec,
  id,
  list,
  mapOf,
  nullable,
  optional,
  record,
  text,
} from '../../contract/codec.ts';
import { isUserSetting, type UserSettingName, type UserSettings, userSettings } from './settings.ts';

/** By the ids of profile fields. */
export const profileDataShape = mapOf(record({ value: text(), rendered_value: optional(text()) }));

/** What every list of people has. */
const userShapeFields = {
  user_id: id,
  email: text(),
  delivery_email: nullable(text()),
  full_name: text(),
  date_joined: text(),
  is_owner: boolean,
  is_admin: boolean,
  is_guest: boolean,
  is_bot: boolean,
  bot_type: nullable(id),
  bot_owner_id: nullable(id),
  role: id,
  timezone: text(),
  avatar_url: nullable(text()),
  avatar_version: id,
  is_imported_stub: boolean,
  is_deleted: optional(boolean),
  profile_data: optional(profileDataShape),
};

/** Where the list does not say it already, with whether the account is active. */
export const userShape = record({ ...userShapeFields, is_active: boolean });

/** In lists that hold active accounts only, or others only. */
export const listedUserShape = record(userShapeFields);

/** A bot of the service itself. */
export const systemBotShape = record({ ...userShapeFields, is_active: boolean, is_system_bot: boolean });

const settings = Object.fromEntries(
  Object.keys(userSettings)
    .filter(isUserSetting)
    .map((name) => [name, userSettings[name].codec]),
) as { readonly [K in UserSettingName]: Codec<UserSettings[K]> };

const choices = {
  available_notification_sounds: list(text()),
  emojiset_choices: list(record({ key: text(), text: text() })),
};

/** A person's own settings, with what they can choose from. */
export const userSettingsShape = record({ ...settings, ...choices, timezone: text() });

/** The settings that new accounts start with. */
export const defaultSettingsShape = record({ ...settings, ...choices });
