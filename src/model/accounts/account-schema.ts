// What clients read of a person or bot, and of personal settings, as data.

import {
  anyText,
  boolean,
  type Codec,
  id,
  list,
  mapOf,
  nullable,
  optional,
  record,
} from '../../api-contract/codec.ts';
import { isUserSetting, type UserSettingName, type UserSettings, userSettings } from './settings.ts';

/** By the ids of profile fields. */
export const profileDataShape = mapOf(record({ value: anyText, rendered_value: optional(anyText) }));

/** What every list of people has. */
const userShapeFields = {
  user_id: id,
  email: anyText,
  delivery_email: nullable(anyText),
  full_name: anyText,
  date_joined: anyText,
  is_owner: boolean,
  is_admin: boolean,
  is_guest: boolean,
  is_bot: boolean,
  bot_type: nullable(id),
  bot_owner_id: nullable(id),
  role: id,
  timezone: anyText,
  avatar_url: nullable(anyText),
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
  available_notification_sounds: list(anyText),
  emojiset_choices: list(record({ key: anyText, text: anyText })),
};

/** A person's own settings, with what they can choose from. */
export const userSettingsShape = record({ ...settings, ...choices, timezone: anyText });

/** The settings that new accounts start with. */
export const defaultSettingsShape = record({ ...settings, ...choices });
