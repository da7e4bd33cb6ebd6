// Schemas of accounts and personal settings as clients receive them.

import {
  anyText,
  boolean,
  type Codec,
  id,
  list,
  mapOf,
  nonNegativeInteger,
  nullable,
  optional,
  record,
} from '../../api-contract/codec.ts';
import { isUserSetting, type UserSettingName, type UserSettings, userSettings } from './user-settings.ts';

/** Keyed by profile field id. */
export const profileDataSchema = mapOf(record({ value: anyText, rendered_value: optional(anyText) }));

/** The fields that every list of accounts contains. */
const userFields = {
  user_id: id,
  email: anyText,
  delivery_email: nullable(anyText),
  full_name: anyText,
  date_joined: anyText,
  is_owner: boolean,
  is_admin: boolean,
  is_guest: boolean,
  is_bot: boolean,
  bot_type: nullable(nonNegativeInteger),
  bot_owner_id: nullable(id),
  role: nonNegativeInteger,
  timezone: anyText,
  avatar_url: nullable(anyText),
  avatar_version: nonNegativeInteger,
  is_imported_stub: boolean,
  is_deleted: optional(boolean),
  profile_data: optional(profileDataSchema),
};

/** For answers that do not otherwise imply whether the account is active. */
export const userSchema = record({ ...userFields, is_active: boolean });

/** For lists that contain only active or only deactivated accounts. */
export const listedUserSchema = record(userFields);

/** One of the service's own bots. */
export const systemBotSchema = record({ ...userFields, is_active: boolean, is_system_bot: boolean });

/** The personal settings by name, as clients receive them. */
export const userSettingFields = Object.fromEntries(
  Object.keys(userSettings)
    .filter(isUserSetting)
    .map((name) => [name, userSettings[name].codec]),
) as { readonly [K in UserSettingName]: Codec<UserSettings[K]> };

const choices = {
  available_notification_sounds: list(anyText),
  emojiset_choices: list(record({ key: anyText, text: anyText })),
};

/** A person's settings, together with the values they can choose from. */
export const userSettingsSchema = record({ ...userSettingFields, ...choices, timezone: anyText });

export const defaultSettingsSchema = record({ ...userSettingFields, ...choices });
