// What archives of other services do not have at all, and how somebody is subscribed where they do not tell more.

import type { ImportedDirectory, ImportedSubscription } from '../records/directory.ts';

/** A directory without what only few archives hold. */
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

/** What an archive of another service tells. */
interface ServiceDirectory
  extends Pick<ImportedDirectory, 'accounts' | 'avatars' | 'channels'>,
    Partial<Pick<ImportedDirectory, 'emoji'>>,
    Partial<Pick<ImportedDirectory['organization'], 'stringId' | 'settings'>> {
  readonly name: string;
}

/** The directory of an archive that tells of people, channels and little else; it is as old as its first channel. */
export function directoryWith({
  name,
  stringId = '',
  settings = {},
  ...told
}: ServiceDirectory): ImportedDirectory {
  const created = told.channels.map(({ createdAt }) => createdAt).filter((time) => time > 0);
  return {
    ...emptyDirectory,
    emoji: [],
    organization: {
      id: undefined,
      uuid: undefined,
      stringId,
      name,
      createdAt: created.reduce((first, time) => Math.min(first, time), created[0] ?? 0),
      settings,
      defaultSettings: {},
    },
    ...told,
  };
}
