// What archives of other services do not have at all, and how somebody is subscribed where they do not tell more.

import type { ImportedDirectory, ImportedSubscription } from '../records/directory.ts';

/** A directory without what only few archives hold. */
export const emptyDirectory = {
  aliases: new Map(),
  groups: [],
  folders: [],
  linkifiers: [],
  playgrounds: [],
  domains: [],
  profileFields: [],
  profileValues: [],
  alertWords: [],
  mutedUsers: [],
  userTopics: [],
  statuses: [],
  onboardingSteps: [],
  snippets: [],
  scheduled: [],
  drafts: [],
  botServices: [],
  pictures: [],
  hasReceipts: false,
} as const satisfies Partial<ImportedDirectory>;

const COLOR = '#c2c2c2';

export function subscribed(
  accountId: number,
  channelId: number,
  more: Partial<Pick<ImportedSubscription, 'isMuted' | 'isPinned'>> = {},
): ImportedSubscription {
  return {
    accountId,
    channelId,
    isActive: true,
    color: COLOR,
    isMuted: false,
    isPinned: false,
    notifications: { desktop: null, audible: null, push: null, email: null, wildcard: null },
    ...more,
  };
}
