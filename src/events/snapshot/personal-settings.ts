// A person's settings in the snapshot, what new accounts start with, and the introductions not yet seen.

import { displaySettings } from '../../model/accounts/display-settings.ts';
import { notificationSettings } from '../../model/accounts/notification-settings.ts';
import { remainingSteps } from '../../model/accounts/onboarding.ts';
import { decodeUserSettings, isUserSetting, type UserSettingName } from '../../model/accounts/settings.ts';
import { wireDefaultSettings, wireUserSettings } from '../../model/accounts/wire-settings.ts';
import { readDismissedSteps } from '../../stores/accounts/onboarding-store.ts';
import type { SnapshotSection } from './section.ts';

const userSettings: SnapshotSection = {
  gates: ['user_settings'],
  fromMemory({ account, state }) {
    // A visitor has what a new account would have.
    const settings = account?.settings ?? decodeUserSettings(state.organization.defaultSettings);
    return { user_settings: wireUserSettings(settings, account?.timezone ?? '') };
  },
};

/**
 * Older clients ask by name for settings beside the other keys, and fail without them; clients that know
 * `user_settings` say so. (The reference stopped sending these at feature level 439.)
 */
function besideOthers(gate: string, names: readonly UserSettingName[]): SnapshotSection {
  return {
    gates: [gate],
    fromMemory({ account, options, wantsByName }) {
      if (!account || options.capabilities.user_settings_object || !wantsByName(gate)) return {};
      return Object.fromEntries(names.map((name) => [name, account.settings[name]]));
    },
  };
}

/** Stands beside the settings too, whatever was asked for. */
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
  async fromTables({ account }, reader) {
    const dismissed = account && !account.isBot ? await readDismissedSteps(reader, account.id) : undefined;
    return {
      onboarding_steps: dismissed ? remainingSteps(dismissed) : [],
      navigation_tour_video_url: null,
    };
  },
};

export const personalSettingSections: readonly SnapshotSection[] = [
  userSettings,
  besideOthers('update_display_settings', Object.keys(displaySettings).filter(isUserSetting)),
  besideOthers('update_global_notifications', Object.keys(notificationSettings).filter(isUserSetting)),
  typing,
  defaults,
  onboardingSteps,
];
