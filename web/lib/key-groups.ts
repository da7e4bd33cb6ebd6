// The groups in which the shortcuts dialog lists keys, and the actions of each. They are in their own file because only
// the dialog needs them.

import type { Action } from './keys.ts';

export const keyGroups = {
  moving: [
    'up',
    'down',
    'first',
    'last',
    'pageUp',
    'pageDown',
    'nextUnreadTopic',
    'nextUnreadFollowed',
    'nextUnreadDirect',
    'previousChannel',
    'nextChannel',
    'historyBack',
    'historyForward',
  ],
  views: [
    'combined',
    'recent',
    'inbox',
    'starred',
    'allDirect',
    'toggleChannelTopic',
    'topicsOfChannel',
    'nearMessage',
    'composingTo',
    'drafts',
  ],
  list: ['rowDone', 'rowLater', 'rowMute', 'rowFollow', 'rowReply', 'rowUndo', 'allDone'],
  writing: [
    'reply',
    'replyToSender',
    'replyMentioning',
    'quote',
    'forward',
    'editLast',
    'newTopic',
    'newDirect',
  ],
  message: [
    'edit',
    'move',
    'messageMenu',
    'openMedia',
    'senderCard',
    'react',
    'firstReaction',
    'thumbsUp',
    'collapse',
    'star',
    'unreadFromHere',
    'readReceipts',
    'editHistory',
  ],
  conversation: ['markRead', 'muteTopic', 'toggleSubscription'],
  general: ['palette', 'search', 'filterSidebar', 'filterPeople', 'ownStatus', 'menu', 'shortcuts', 'leave'],
} as const satisfies Readonly<Record<string, readonly Action[]>>;

export type KeyGroup = keyof typeof keyGroups;
