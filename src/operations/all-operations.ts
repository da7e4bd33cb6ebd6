// Every operation of the API.

import { alertWordOperations } from './alert-words/operations.ts';
import { authenticationOperations } from './authentication/operations.ts';
import { avatarOperations } from './avatars/operations.ts';
import { botOperations } from './bots/operations.ts';
import { callOperations } from './calls/operations.ts';
import { channelFolderOperations } from './channel-folders/operations.ts';
import { channelOperations } from './channels/operations.ts';
import { domainOperations } from './domains/operations.ts';
import { draftOperations } from './drafts/operations.ts';
import { emojiOperations } from './emoji/operations.ts';
import { eventOperations } from './events/operations.ts';
import { flagOperations } from './flags/operations.ts';
import { groupOperations } from './groups/operations.ts';
import { linkifierOperations } from './linkifiers/operations.ts';
import { messageOperations } from './messages/operations.ts';
import { mutedUserOperations } from './muted-users/operations.ts';
import { navigationViewOperations } from './navigation-views/operations.ts';
import type { Operation } from './operation.ts';
import { organizationOperations } from './organization/operations.ts';
import { playgroundOperations } from './playgrounds/operations.ts';
import { presenceOperations } from './presence/operations.ts';
import { profileFieldOperations } from './profile-fields/operations.ts';
import { reminderOperations } from './reminders/operations.ts';
import { savedSnippetOperations } from './saved-snippets/operations.ts';
import { scheduledMessageOperations } from './scheduled-messages/operations.ts';
import { getOpenApi } from './server/get-openapi.ts';
import { settingOperations } from './settings/operations.ts';
import { statusOperations } from './statuses/operations.ts';
import { topicOperations } from './topics/operations.ts';
import { typingOperations } from './typing/operations.ts';
import { uploadOperations } from './uploads/operations.ts';
import { userOperations } from './users/operations.ts';

export const allOperations: readonly Operation[] = [
  ...authenticationOperations,
  ...eventOperations,
  ...messageOperations,
  ...flagOperations,
  ...uploadOperations,
  ...scheduledMessageOperations,
  ...reminderOperations,
  ...draftOperations,
  ...savedSnippetOperations,
  ...navigationViewOperations,
  ...channelOperations,
  ...channelFolderOperations,
  ...topicOperations,
  ...userOperations,
  ...avatarOperations,
  ...statusOperations,
  ...presenceOperations,
  ...mutedUserOperations,
  ...botOperations,
  ...alertWordOperations,
  ...groupOperations,
  ...typingOperations,
  ...callOperations,
  ...organizationOperations,
  ...settingOperations,
  ...linkifierOperations,
  ...playgroundOperations,
  ...domainOperations,
  ...profileFieldOperations,
  ...emojiOperations,
  getOpenApi(() => allOperations),
];
