// The views by event type, for types that do not look the same to every queue.

import { botEvent } from '../../model/bots/bot-schema.ts';
import { vendorTokenEvent, webexTokenEvent } from '../../model/calls/call-events.ts';
import { channelEvent } from '../../model/channels/channel-events.ts';
import { doNotDisturbEvent } from '../../model/do-not-disturb/do-not-disturb-events.ts';
import { emojiEvent } from '../../model/emoji/emoji-events.ts';
import { exportsEvent } from '../../model/exports/export-schema.ts';
import { groupEvent } from '../../model/groups/group-events.ts';
import { laterConversationsEvent } from '../../model/later-conversations/later-conversation-events.ts';
import { linkifiersEvent } from '../../model/linkifiers/linkifier-events.ts';
import {
  deleteMessageEventType,
  flagsEventType,
  messageEventType,
  reactionEventType,
  updateMessageEventType,
} from '../../model/messages/message-event-schema.ts';
import { callEvent, callRingEvent, callSignalEvent } from '../../model/native-calls/native-call-events.ts';
import { personEvent } from '../../model/people/person-events.ts';
import { pinnedMessagesEvent, pinnedTopicsEvent } from '../../model/pins/pin-events.ts';
import { presenceEvent } from '../../model/presence/presence-events.ts';
import { userStatusEvent } from '../../model/statuses/status-events.ts';
import { subscriptionEvent } from '../../model/subscriptions/subscription-events.ts';
import { editTypingEvent, typingEvent } from '../../model/typing/typing-events.ts';
import { mutedTopicsEvent, userTopicEvent } from '../../model/user-topics/user-topic-events.ts';
import { vendorTokenView, webexTokenView } from './calls.ts';
import { channelView, subscriptionView } from './channels.ts';
import { doNotDisturbView } from './do-not-disturb.ts';
import { completingViewFor, type View, viewFor } from './event-view.ts';
import { flagsView } from './flags.ts';
import { laterConversationsView } from './later-conversations.ts';
import { messageView } from './message.ts';
import { callRingView, callSignalView, callView } from './native-calls.ts';
import { emojiView, linkifiersView } from './organization.ts';
import { aboutPersonView, personView } from './people.ts';
import { pinnedMessagesView, pinnedTopicsView } from './pins.ts';
import { presenceView } from './presence.ts';
import { reactionView } from './reaction.ts';
import { botView, exportView } from './secrets.ts';
import { editTypingView, typingView } from './typing.ts';
import { deleteMessageView, updateMessageView } from './update-message.ts';
import { userGroupView } from './user-group.ts';
import { mutedTopicsView, userTopicView } from './user-topics.ts';

export const views: ReadonlyMap<string, View> = new Map<string, View>([
  viewFor(channelEvent, channelView),
  completingViewFor(subscriptionEvent, subscriptionView),
  viewFor(userTopicEvent, userTopicView),
  completingViewFor(mutedTopicsEvent, mutedTopicsView),
  completingViewFor(messageEventType, messageView),
  completingViewFor(flagsEventType, flagsView),
  completingViewFor(updateMessageEventType, updateMessageView),
  viewFor(deleteMessageEventType, deleteMessageView),
  completingViewFor(reactionEventType, reactionView),
  completingViewFor(personEvent, personView),
  viewFor(presenceEvent, presenceView),
  viewFor(userStatusEvent, aboutPersonView),
  viewFor(doNotDisturbEvent, doNotDisturbView),
  viewFor(laterConversationsEvent, laterConversationsView),
  viewFor(pinnedMessagesEvent, pinnedMessagesView),
  viewFor(pinnedTopicsEvent, pinnedTopicsView),
  viewFor(callEvent, callView),
  viewFor(callRingEvent, callRingView),
  viewFor(callSignalEvent, callSignalView),
  viewFor(emojiEvent, emojiView),
  viewFor(linkifiersEvent, linkifiersView),
  viewFor(groupEvent, userGroupView),
  viewFor(typingEvent, typingView),
  viewFor(webexTokenEvent, webexTokenView),
  viewFor(vendorTokenEvent, vendorTokenView),
  viewFor(editTypingEvent, editTypingView),
  viewFor(botEvent, botView),
  viewFor(exportsEvent, exportView),
]);
