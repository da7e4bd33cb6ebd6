// A person's settings in the snapshot, what new accounts start with, and the introductions not yet seen.

import { remainingSteps } from '../../model/accounts/onboarding.ts';
import { readDismissedSteps } from '../../model/accounts/onboarding-store.ts';
import { decodeUserSettings } from '../../model/accounts/settings.ts';
import { wireDefaultSettings, wireUserSettings } from '../../model/accounts/settings-view.ts';
import type { SnapshotSection } from './section.ts';

const userSettings: SnapshotSection = {
  gates: ['user_settings'],
  fromMemory({ account, state }) {
    // A visitor has what a new account would have.
    const settings = account?.settings ?? decodeUserSettings(state.organization.defaultSettings);
    return { user_settings: wireUserSettings(settings, account?.timezone ?? '') };
  },
};

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
  typing,
  defaults,
  onboardingSteps,
];
