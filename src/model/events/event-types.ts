// Every type of event that a queue delivers. The types of the client, OpenAPI and the reference pages are derived from
// this list, and tests compare every delivered event with it.

import type { DeliveredEvent } from '../../api-contract/event-declaration.ts';
import { alertWordsEvent, onboardingStepsEvent } from '../accounts/own-list-events.ts';
import { exportConsentEvent, userSettingsEvent } from '../accounts/settings-events.ts';
import { botEvent } from '../bots/bot-schema.ts';
import { vendorTokenEvent, webexTokenEvent, zoomTokenEvent } from '../calls/call-events.ts';
import { channelFolderEvent } from '../channel-folders/channel-folder-events.ts';
import { channelEvent, defaultChannelsEvent } from '../channels/channel-events.ts';
import { defaultStreamGroupsEvent } from '../default-channel-groups/default-channel-group-events.ts';
import { doNotDisturbEvent } from '../do-not-disturb/do-not-disturb-events.ts';
import { domainsEvent } from '../domains/domain-events.ts';
import { draftsEvent } from '../drafts/draft-events.ts';
import { emojiEvent } from '../emoji/emoji-events.ts';
import { exportsEvent } from '../exports/export-schema.ts';
import { groupEvent } from '../groups/group-events.ts';
import { invitesChangedEvent } from '../invitations/invitation-events.ts';
import { laterConversationsEvent } from '../later-conversations/later-conversation-events.ts';
import { linkifiersEvent } from '../linkifiers/linkifier-events.ts';
import {
  deleteMessageEventType,
  flagsEventType,
  messageEventType,
  reactionEventType,
  submessageEventType,
  updateMessageEventType,
} from '../messages/message-event-schema.ts';
import { mutedDirectConversationsEvent } from '../muted-direct-conversations/muted-direct-conversation.ts';
import { mutedUsersEvent } from '../muted-users/muted-user-events.ts';
import { callEvent, callRingEvent, callSignalEvent } from '../native-calls/native-call-events.ts';
import { navigationViewEvent } from '../navigation-views/navigation-view-events.ts';
import { defaultSettingsEvent, organizationEvent } from '../organizations/organization-events.ts';
import { personEvent } from '../people/person-events.ts';
import { pinnedMessagesEvent, pinnedTopicsEvent } from '../pins/pin-events.ts';
import { playgroundsEvent } from '../playgrounds/playground-events.ts';
import { presenceEvent } from '../presence/presence-events.ts';
import { profileFieldsEvent } from '../profile-fields/profile-field-events.ts';
import { deviceEvent } from '../push/push-events.ts';
import { remindersEvent } from '../reminders/reminder-events.ts';
import { sampleContentEvent } from '../sample-content/sample-content-events.ts';
import { savedSnippetsEvent } from '../saved-snippets/saved-snippet-events.ts';
import { scheduledMessagesEvent } from '../scheduled-messages/scheduled-message-events.ts';
import { sidebarEvent } from '../sidebar/sidebar-events.ts';
import { userStatusEvent } from '../statuses/status-events.ts';
import { subscriptionEvent } from '../subscriptions/subscription-events.ts';
import { editTypingEvent, typingEvent } from '../typing/typing-events.ts';
import { attachmentEvent } from '../uploads/attachment-events.ts';
import { mutedTopicsEvent, userTopicEvent } from '../user-topics/user-topic-events.ts';
import { heartbeatEvent, restartEvent } from './queue-events.ts';

/** In the order of the reference page. */
export const eventDeclarations = [
  alertWordsEvent,
  attachmentEvent,
  callEvent,
  callRingEvent,
  callSignalEvent,
  channelFolderEvent,
  profileFieldsEvent,
  defaultStreamGroupsEvent,
  defaultChannelsEvent,
  deleteMessageEventType,
  deviceEvent,
  doNotDisturbEvent,
  draftsEvent,
  vendorTokenEvent,
  webexTokenEvent,
  zoomTokenEvent,
  heartbeatEvent,
  invitesChangedEvent,
  messageEventType,
  mutedTopicsEvent,
  laterConversationsEvent,
  mutedDirectConversationsEvent,
  mutedUsersEvent,
  navigationViewEvent,
  onboardingStepsEvent,
  pinnedMessagesEvent,
  pinnedTopicsEvent,
  presenceEvent,
  reactionEventType,
  organizationEvent,
  botEvent,
  domainsEvent,
  emojiEvent,
  exportsEvent,
  exportConsentEvent,
  linkifiersEvent,
  playgroundsEvent,
  personEvent,
  defaultSettingsEvent,
  remindersEvent,
  restartEvent,
  sampleContentEvent,
  savedSnippetsEvent,
  scheduledMessagesEvent,
  sidebarEvent,
  channelEvent,
  submessageEventType,
  subscriptionEvent,
  typingEvent,
  editTypingEvent,
  updateMessageEventType,
  flagsEventType,
  groupEvent,
  userSettingsEvent,
  userStatusEvent,
  userTopicEvent,
] as const;

type Declaration = (typeof eventDeclarations)[number];

/** Any event as a client receives it; checking its `type` and `op` narrows it to its fields. */
export type ApiEvent = DeliveredEvent<Declaration>;

export type EventType = Declaration['type'];

export const eventTypes: readonly EventType[] = eventDeclarations.map(({ type }) => type);
