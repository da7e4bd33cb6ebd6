// The views by event type, for types that do not look the same to every queue.

import { vendorTokenView, webexTokenView } from './calls.ts';
import { channelView, subscriptionView } from './channels.ts';
import { doNotDisturbView } from './do-not-disturb.ts';
import type { View } from './event-view.ts';
import { flagsView } from './flags.ts';
import { messageView } from './message.ts';
import { emojiView, linkifiersView } from './organization.ts';
import { aboutPersonView, personView } from './people.ts';
import { presenceView } from './presence.ts';
import { reactionView } from './reaction.ts';
import { botView, exportView } from './secrets.ts';
import { editTypingView, typingView } from './typing.ts';
import { deleteMessageView, updateMessageView } from './update-message.ts';
import { userGroupView } from './user-group.ts';
import { mutedTopicsView, userTopicView } from './user-topics.ts';

export const views: ReadonlyMap<string, View> = new Map([
  ['stream', channelView],
  ['subscription', subscriptionView],
  ['user_topic', userTopicView],
  ['muted_topics', mutedTopicsView],
  ['message', messageView],
  ['update_message_flags', flagsView],
  ['update_message', updateMessageView],
  ['delete_message', deleteMessageView],
  ['reaction', reactionView],
  ['realm_user', personView],
  ['presence', presenceView],
  ['user_status', aboutPersonView],
  ['do_not_disturb', doNotDisturbView],
  ['realm_emoji', emojiView],
  ['realm_linkifiers', linkifiersView],
  ['user_group', userGroupView],
  ['typing', typingView],
  ['has_webex_token', webexTokenView],
  ['has_vendor_token', vendorTokenView],
  ['typing_edit_message', editTypingView],
  ['realm_bot', botView],
  ['realm_export', exportView],
]);
