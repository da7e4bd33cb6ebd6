// Completes directories and subscriptions with defaults for the fields that archives of other services lack.

import type { ImportedDirectory, ImportedSubscription } from '../records/directory.ts';

/** Everything that only few archives contain. */
const emptyDirectory = {
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

export function subscriptionWith(
  accountId: number,
  channelId: number,
  settings: Partial<Pick<ImportedSubscription, 'isMuted' | 'isPinned'>> = {},
): ImportedSubscription {
  return {
    accountId,
    channelId,
    isActive: true,
    color: COLOR,
    isMuted: false,
    isPinned: false,
    notifications: { desktop: null, audible: null, push: null, email: null, wildcard: null },
    ...settings,
  };
}

/** The directory in an archive of another service. */
interface ServiceDirectory
  extends Pick<ImportedDirectory, 'accounts' | 'avatars' | 'channels'>,
    Partial<Pick<ImportedDirectory, 'emoji'>>,
    Partial<Pick<ImportedDirectory['organization'], 'stringId' | 'settings'>> {
  readonly name: string;
}

/** The directory of an archive that contains people, channels and little else. It was created with its first channel. */
export function directoryWith({
  name,
  stringId = '',
  settings = {},
  ...parts
}: ServiceDirectory): ImportedDirectory {
  const creationTimes = parts.channels.map(({ createdAt }) => createdAt).filter((time) => time > 0);
  return {
    ...emptyDirectory,
    emoji: [],
    organization: {
      id: undefined,
      uuid: undefined,
      stringId,
      name,
      createdAt: creationTimes.reduce((first, time) => Math.min(first, time), creationTimes[0] ?? 0),
      settings,
      defaultSettings: {},
    },
    ...parts,
  };
}
