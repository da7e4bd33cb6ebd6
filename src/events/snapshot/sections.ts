// All sections of the register answer.

import { botSections } from './bots.ts';
import { callSections } from './calls.ts';
import { channelSections } from './channels.ts';
import { doNotDisturbSections } from './do-not-disturb.ts';
import { groupSections } from './groups.ts';
import { laterConversationSections } from './later-conversations.ts';
import { messageSections } from './messages.ts';
import { nativeCallSections } from './native-calls.ts';
import { organizationSections } from './organization.ts';
import { peopleSections } from './people.ts';
import { personalListSections } from './personal-lists.ts';
import { personalSettingSections } from './personal-settings.ts';
import { pinnedTopicSections } from './pinned-topics.ts';
import { presenceSections } from './presence.ts';
import { savedItemSections } from './saved-items.ts';
import type { SnapshotSection } from './section.ts';
import { staticSections } from './static.ts';
import { userTopicSections } from './user-topics.ts';

export const sections: readonly SnapshotSection[] = [
  ...callSections,
  ...nativeCallSections,
  ...channelSections,
  ...userTopicSections,
  ...pinnedTopicSections,
  ...groupSections,
  ...messageSections,
  ...savedItemSections,
  ...organizationSections,
  ...peopleSections,
  ...personalListSections,
  ...presenceSections,
  ...doNotDisturbSections,
  ...laterConversationSections,
  ...botSections,
  ...personalSettingSections,
  ...staticSections,
];
