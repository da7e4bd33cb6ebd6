// All operations of the API.

import { alertWordOperations } from './alert-words/alert-word-operations.ts';
import { auditOperations } from './audit/audit-operations.ts';
import { authenticationOperations } from './authentication/authentication-operations.ts';
import { avatarOperations } from './avatars/avatar-operations.ts';
import { botOperations } from './bots/bot-operations.ts';
import { callOperations } from './calls/call-operations.ts';
import { channelFolderOperations } from './channel-folders/channel-folder-operations.ts';
import { channelOperations } from './channels/channel-operations.ts';
import { defaultChannelGroupOperations } from './default-channel-groups/default-channel-group-operations.ts';
import { doNotDisturbOperations } from './do-not-disturb/do-not-disturb-operations.ts';
import { domainOperations } from './domains/domain-operations.ts';
import { draftOperations } from './drafts/draft-operations.ts';
import { emojiOperations } from './emoji/emoji-operations.ts';
import { eventSubscriptionOperations } from './event-subscriptions/event-subscription-operations.ts';
import { eventOperations } from './events/event-operations.ts';
import { flagOperations } from './flags/flag-operations.ts';
import { gifOperations } from './gifs/gif-operations.ts';
import { groupOperations } from './groups/group-operations.ts';
import { incomingWebhookOperations } from './incoming-webhooks/incoming-webhook-operations.ts';
import { invitationOperations } from './invitations/invitation-operations.ts';
import { laterConversationOperations } from './later-conversations/later-conversation-operations.ts';
import { linkifierOperations } from './linkifiers/linkifier-operations.ts';
import { messageOperations } from './messages/message-operations.ts';
import { mutedDirectConversationOperations } from './muted-direct-conversations/muted-direct-conversation-operations.ts';
import { mutedUserOperations } from './muted-users/muted-user-operations.ts';
import { nativeCallOperations } from './native-calls/native-call-operations.ts';
import { navigationViewOperations } from './navigation-views/navigation-view-operations.ts';
import type { Operation } from './operation.ts';
import { organizationOperations } from './organization/organization-operations.ts';
import { pinOperations } from './pins/pin-operations.ts';
import { playgroundOperations } from './playgrounds/playground-operations.ts';
import { presenceOperations } from './presence/presence-operations.ts';
import { profileFieldOperations } from './profile-fields/profile-field-operations.ts';
import { pushOperations } from './push/push-operations.ts';
import { quotaOperations } from './quotas/quota-operations.ts';
import { reminderOperations } from './reminders/reminder-operations.ts';
import { sampleContentOperations } from './sample-content/sample-content-operations.ts';
import { savedSnippetOperations } from './saved-snippets/saved-snippet-operations.ts';
import { scheduledMessageOperations } from './scheduled-messages/scheduled-message-operations.ts';
import { secondFactorOperations } from './second-factor/second-factor-operations.ts';
import { getOpenApi } from './server/get-openapi.ts';
import { sessionOperations } from './sessions/session-operations.ts';
import { settingOperations } from './settings/setting-operations.ts';
import { sidebarOperations } from './sidebar/sidebar-operations.ts';
import { statusOperations } from './statuses/status-operations.ts';
import { topicOperations } from './topics/topic-operations.ts';
import { typingOperations } from './typing/typing-operations.ts';
import { uploadOperations } from './uploads/upload-operations.ts';
import { userOperations } from './users/user-operations.ts';
import { webPushOperations } from './web-push/web-push-operations.ts';

/** The operations by folder, in the order of the reference pages. */
const declaredOperations = {
  authentication: authenticationOperations,
  sessions: sessionOperations,
  'second-factor': secondFactorOperations,
  events: eventOperations,
  'event-subscriptions': eventSubscriptionOperations,
  messages: messageOperations,
  pins: pinOperations,
  flags: flagOperations,
  uploads: uploadOperations,
  gifs: gifOperations,
  'scheduled-messages': scheduledMessageOperations,
  reminders: reminderOperations,
  drafts: draftOperations,
  'saved-snippets': savedSnippetOperations,
  'navigation-views': navigationViewOperations,
  sidebar: sidebarOperations,
  channels: channelOperations,
  'channel-folders': channelFolderOperations,
  'default-channel-groups': defaultChannelGroupOperations,
  topics: topicOperations,
  users: userOperations,
  invitations: invitationOperations,
  avatars: avatarOperations,
  statuses: statusOperations,
  'do-not-disturb': doNotDisturbOperations,
  presence: presenceOperations,
  'muted-users': mutedUserOperations,
  'muted-direct-conversations': mutedDirectConversationOperations,
  'later-conversations': laterConversationOperations,
  bots: botOperations,
  'incoming-webhooks': incomingWebhookOperations,
  'alert-words': alertWordOperations,
  groups: groupOperations,
  typing: typingOperations,
  'native-calls': nativeCallOperations,
  calls: callOperations,
  push: pushOperations,
  'web-push': webPushOperations,
  organization: organizationOperations,
  'sample-content': sampleContentOperations,
  audit: auditOperations,
  settings: settingOperations,
  linkifiers: linkifierOperations,
  playgrounds: playgroundOperations,
  domains: domainOperations,
  'profile-fields': profileFieldOperations,
  quotas: quotaOperations,
  emoji: emojiOperations,
};

type DeclaredOperations = typeof declaredOperations;

/** The union of all operation types with their declarations, from which the typed client's types are derived. */
export type ApiOperation = DeclaredOperations[keyof DeclaredOperations][number];

export const operationsByFolder: Readonly<Record<string, readonly Operation[]>> = {
  ...declaredOperations,
  server: [getOpenApi(() => operationsByFolder)],
};

export const allOperations: readonly Operation[] = Object.values(operationsByFolder).flat();
