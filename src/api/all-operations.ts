// Every operation of the API.

import { alertWordOperations } from './alert-words/operations.ts';
import { auditOperations } from './audit/operations.ts';
import { authenticationOperations } from './authentication/operations.ts';
import { avatarOperations } from './avatars/operations.ts';
import { botOperations } from './bots/operations.ts';
import { callOperations } from './calls/operations.ts';
import { channelFolderOperations } from './channel-folders/operations.ts';
import { channelOperations } from './channels/operations.ts';
import { defaultChannelGroupOperations } from './default-channel-groups/operations.ts';
import { domainOperations } from './domains/operations.ts';
import { draftOperations } from './drafts/operations.ts';
import { emojiOperations } from './emoji/operations.ts';
import { eventSubscriptionOperations } from './event-subscriptions/operations.ts';
import { eventOperations } from './events/operations.ts';
import { flagOperations } from './flags/operations.ts';
import { groupOperations } from './groups/operations.ts';
import { incomingWebhookOperations } from './incoming-webhooks/operations.ts';
import { invitationOperations } from './invitations/operations.ts';
import { linkifierOperations } from './linkifiers/operations.ts';
import { messageOperations } from './messages/operations.ts';
import { mutedUserOperations } from './muted-users/operations.ts';
import { navigationViewOperations } from './navigation-views/operations.ts';
import type { Operation } from './operation.ts';
import { organizationOperations } from './organization/operations.ts';
import { playgroundOperations } from './playgrounds/operations.ts';
import { presenceOperations } from './presence/operations.ts';
import { profileFieldOperations } from './profile-fields/operations.ts';
import { pushOperations } from './push/operations.ts';
import { quotaOperations } from './quotas/operations.ts';
import { reminderOperations } from './reminders/operations.ts';
import { savedSnippetOperations } from './saved-snippets/operations.ts';
import { scheduledMessageOperations } from './scheduled-messages/operations.ts';
import { secondFactorOperations } from './second-factor/operations.ts';
import { getOpenApi } from './server/get-openapi.ts';
import { sessionOperations } from './sessions/operations.ts';
import { settingOperations } from './settings/operations.ts';
import { statusOperations } from './statuses/operations.ts';
import { topicOperations } from './topics/operations.ts';
import { typingOperations } from './typing/operations.ts';
import { uploadOperations } from './uploads/operations.ts';
import { userOperations } from './users/operations.ts';
import { webPushOperations } from './web-push/operations.ts';

/** By room, in the order of the reference pages. */
const rooms = {
  authentication: authenticationOperations,
  sessions: sessionOperations,
  'second-factor': secondFactorOperations,
  events: eventOperations,
  'event-subscriptions': eventSubscriptionOperations,
  messages: messageOperations,
  flags: flagOperations,
  uploads: uploadOperations,
  'scheduled-messages': scheduledMessageOperations,
  reminders: reminderOperations,
  drafts: draftOperations,
  'saved-snippets': savedSnippetOperations,
  'navigation-views': navigationViewOperations,
  channels: channelOperations,
  'channel-folders': channelFolderOperations,
  'default-channel-groups': defaultChannelGroupOperations,
  topics: topicOperations,
  users: userOperations,
  invitations: invitationOperations,
  avatars: avatarOperations,
  statuses: statusOperations,
  presence: presenceOperations,
  'muted-users': mutedUserOperations,
  bots: botOperations,
  'incoming-webhooks': incomingWebhookOperations,
  'alert-words': alertWordOperations,
  groups: groupOperations,
  typing: typingOperations,
  calls: callOperations,
  push: pushOperations,
  'web-push': webPushOperations,
  organization: organizationOperations,
  audit: auditOperations,
  settings: settingOperations,
  linkifiers: linkifierOperations,
  playgrounds: playgroundOperations,
  domains: domainOperations,
  'profile-fields': profileFieldOperations,
  quotas: quotaOperations,
  emoji: emojiOperations,
};

type Rooms = typeof rooms;

/** The type of every operation with what it declared; the typed client is made of it. */
export type ApiOperation = Rooms[keyof Rooms][number];

/** Every operation by the room it is in. */
export const operationsByRoom: Readonly<Record<string, readonly Operation[]>> = {
  ...rooms,
  server: [getOpenApi(() => operationsByRoom)],
};

export const allOperations: readonly Operation[] = Object.values(operationsByRoom).flat();
