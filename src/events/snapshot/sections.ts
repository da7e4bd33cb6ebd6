// All sections of the register answer.

import { callSections } from './calls.ts';
import { channelSections } from './channels.ts';
import { groupSections } from './groups.ts';
import { keptSections } from './kept.ts';
import { messageSections } from './messages.ts';
import { notYetSections } from './not-yet.ts';
import { organizationSections } from './organization.ts';
import { botSections } from './bots.ts';
import { presenceSections } from './presence.ts';
import { personalListSections } from './personal-lists.ts';
import { peopleSections } from './people.ts';
import { personalSettingSections } from './personal-settings.ts';
import type { SnapshotSection } from './section.ts';
import { userTopicSections } from './user-topics.ts';
import { staticSections } from './static.ts';

export const sections: readonly SnapshotSection[] = [
  ...callSections,
  ...channelSections,
  ...userTopicSections,
  ...groupSections,
  ...messageSections,
  ...keptSections,
  ...organizationSections,
  ...peopleSections,
  ...personalListSections,
  ...presenceSections,
  ...botSections,
  ...personalSettingSections,
  ...staticSections,
  ...notYetSections,
];
