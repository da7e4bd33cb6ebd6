// An account's settings in the snapshot, the defaults of new accounts, and onboarding steps not yet
// dismissed.

import { displaySettings } from '../../model/accounts/display-settings.ts';
import { notificationSettings } from '../../model/accounts/notification-settings.ts';
import { remainingSteps } from '../../model/accounts/onboarding.ts';
import {
  decodeUserSettings,
  isUserSetting,
  type UserSettingName,
} from '../../model/accounts/user-settings.ts';
import { wireDefaultSettings, wireUserSettings } from '../../model/accounts/wire-settings.ts';
import { readDismissedSteps } from '../../stores/accounts/onboarding-store.ts';
import type { SnapshotSection } from './section.ts';

const userSettings: SnapshotSection = {
  gates: ['user_settings'],
  fromMemory({ account, state }) {
    // An anonymous viewer gets the defaults of a new account.
    const settings = account?.settings ?? decodeUserSettings(state.organization.defaultSettings);
    return { user_settings: wireUserSettings(settings, account?.timezone ?? '') };
  },
};

/**
 * Older clients request settings at the top level by name, and fail without them; clients that support
 * `user_settings` declare that. (The reference stopped sending these at feature level 439.)
 */
function topLevelSettings(gate: string, names: readonly UserSettingName[]): SnapshotSection {
  return {
    gates: [gate],
    fromMemory({ account, options, wantsByName }) {
      if (!account || options.capabilities.user_settings_object || !wantsByName(gate)) return {};
      return Object.fromEntries(names.map((name) => [name, account.settings[name]]));
    },
  };
}

/** Sent at the top level of every response as well. */
const typing: SnapshotSection = {
  gates: [],
  fromMemory: ({ account }) => ({
    receives_typing_notifications: account?.settings.receives_typing_notifications ?? false,
  }),
};

const defaults: SnapshotSection = {
  gates: ['realm_user_settings_defaults'],
  fromMemory({ state }) {
    const settings = decodeUserSettings(state.organization.defaultSettings);
    return { realm_user_settings_defaults: wireDefaultSettings(settings) };
  },
};

const onboardingSteps: SnapshotSection = {
  gates: ['onboarding_steps'],
  async fromDatabase({ account }, reader) {
    const dismissed = account && !account.isBot ? await readDismissedSteps(reader, account.id) : undefined;
    return {
      onboarding_steps: dismissed ? remainingSteps(dismissed) : [],
      navigation_tour_video_url: null,
    };
  },
};

export const personalSettingSections: readonly SnapshotSection[] = [
  userSettings,
  topLevelSettings('update_display_settings', Object.keys(displaySettings).filter(isUserSetting)),
  topLevelSettings('update_global_notifications', Object.keys(notificationSettings).filter(isUserSetting)),
  typing,
  defaults,
  onboardingSteps,
];
