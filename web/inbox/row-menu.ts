// The menu of a row of a list of conversations.

import { TopicVisibility, topicPolicyOf } from '../../client/state/topics.ts';
import { type ContextMenuOptions, showContextMenu } from '../components/context-menu.tsx';
import { copyText } from '../components/copy-text.ts';
import { linkTo } from '../components/link-to.ts';
import type { MenuItem } from '../components/menu-item.ts';
import { muteItems } from '../data/mute-items.ts';
import { openItems } from '../data/open-items.ts';
import type { Organization } from '../data/organization.ts';
import { t } from '../i18n/texts.ts';
import { laterConversations } from '../store/later-conversations.ts';
import { targetName } from '../store/names.ts';
import { addressOf } from '../store/narrow-targets.ts';
import type { RowContent } from './row-choice.ts';

/** What the menu does with the row. */
export type MenuAction = 'done' | 'unread' | 'later' | 'mute' | 'muteFor' | 'follow';

export interface RowMenuOptions {
  readonly row: HTMLElement;
  readonly content: RowContent;
  readonly at: ContextMenuOptions['at'];
  readonly act: (action: MenuAction) => void;
}

function readItem(isDone: boolean, count: number, act: RowMenuOptions['act']): MenuItem {
  if (isDone)
    return {
      label: t('lists.markUnread'),
      icon: 'mark-unread',
      needsServer: true,
      onChoose: () => act('unread'),
    };
  return {
    label: count > 0 ? t('messageList.markAllRead') : t('channels.laterDone'),
    icon: count > 0 ? 'mark-read' : 'check',
    keyHint: 'E',
    needsServer: true,
    onChoose: () => act('done'),
  };
}

/** Following of topics, and muting. */
function notificationItems(
  organization: Organization,
  { content: { conversation }, act }: RowMenuOptions,
): readonly MenuItem[] {
  const { state } = organization;
  const muting = muteItems({
    organization,
    target: conversation,
    keyHint: 'M',
    onToggle: () => act('mute'),
    onAsk: () => act('muteFor'),
  });
  if (conversation.kind !== 'topic') return muting;
  const { channelId, topic } = conversation;
  const isFollowed = topicPolicyOf(state, channelId, topic) === TopicVisibility.followed;
  return [
    {
      label: isFollowed ? t('channels.unfollowTopic') : t('channels.followTopic'),
      icon: 'follow',
      keyHint: 'F',
      needsServer: true,
      onChoose: () => act('follow'),
    },
    ...muting,
  ];
}

/** Shows the menu of a row. */
export function showRowMenu(organization: Organization, options: RowMenuOptions): void {
  const { row, content, at, act } = options;
  const { conversation, count } = content;
  const { state, ownId } = organization;
  const isLater = laterConversations(state, ownId).get(conversation) !== undefined;
  const address = addressOf(conversation, state);
  showContextMenu({
    name: targetName(conversation, state, ''),
    anchor: row,
    at,
    items: [
      {
        label: t('lists.open'),
        icon: 'message',
        keyHint: 'Enter',
        onChoose: () => row.querySelector<HTMLElement>('.row-link')?.click(),
      },
      ...openItems(address, organization),
      readItem(count === 0 && !isLater, count, act),
      {
        label: t('channels.later'),
        icon: 'clock',
        keyHint: 'H',
        needsServer: true,
        onChoose: () => act('later'),
      },
      ...notificationItems(organization, options),
      'line',
      {
        label: t('channels.copyLink'),
        icon: 'copy-link',
        onChoose: () => void copyText(linkTo(address), t('messages.linkCopied')),
      },
    ],
  });
}
