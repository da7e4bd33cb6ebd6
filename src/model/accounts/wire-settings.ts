// Personal settings in their wire form, together with the available choices.

import { emojiSets, notificationSounds } from './user-setting-codecs.ts';
import type { UserSettings } from './user-settings.ts';

const choices = {
  available_notification_sounds: notificationSounds,
  emojiset_choices: emojiSets,
} as const;

/** `user_settings` of POST /register. */
export function wireUserSettings(settings: UserSettings, timezone: string): Record<string, unknown> {
  return { ...settings, timezone, ...choices };
}

/** `realm_user_settings_defaults` of POST /register. */
export function wireDefaultSettings(settings: UserSettings): Record<string, unknown> {
  return { ...settings, ...choices };
}
