// The menu of a message, according to the viewer's permissions.

import { loadSecondary } from '../../components/lazy-chunks.ts';
import type { MenuItem } from '../../components/menu-item.ts';
import type { Actions } from '../../data/actions.ts';
import { openItems } from '../../data/open-items.ts';
import type { Organization } from '../../data/organization.ts';
import { pinnedMessagesOf, setMessagePinned } from '../../data/pins.ts';
import { t } from '../../i18n/texts.ts';
import type { Message } from '../../store/message.ts';
import { wireNarrow } from '../../store/narrow.ts';
import { addressOfMessage, conversationOf, narrowOf } from '../../store/narrow-targets.ts';
import { mayDelete, mayMove, mayPin } from '../../store/permissions.ts';
import { copyLink, markUnreadFrom, toggleCollapsed, toggleStar } from './message-actions.ts';

export interface MessageMenuOptions {
  readonly organization: Organization;
  readonly message: Message;
  readonly actions: Actions;
}

const dialogs = () => loadSecondary(() => import('./message-dialogs.tsx'));

export function messageMenu({ organization, message, actions }: MessageMenuOptions): readonly MenuItem[] {
  const { state, ownId } = organization;
  const now = Date.now() / 1000;
  const isStarred = message.flags.includes('starred');
  const narrow = wireNarrow(narrowOf(conversationOf(message, ownId)));
  const isPinned = pinnedMessagesOf(organization).isPinned(message.id);
  const isMovable = mayMove(state, message, ownId, now);
  const isChanged = message.last_edit_timestamp !== undefined || message.last_moved_timestamp !== undefined;
  const hasHistory = isChanged && state.realm_message_edit_history_visibility_policy !== 'none';
  return [
    {
      label: isStarred ? t('messages.unstar') : t('messages.star'),
      needsServer: true,
      icon: 'star',
      keyHint: 'Ctrl+S',
      onChoose: () => void toggleStar(organization, message),
    },
    ...(mayPin(state, message.stream_id, ownId)
      ? [
          item(isPinned ? t('pins.unpin') : t('pins.pin'), 'pin', '', () =>
            setMessagePinned(organization, message.id, !isPinned),
          ),
        ]
      : []),
    {
      label: t('messages.markUnread'),
      needsServer: true,
      icon: 'mark-unread',
      keyHint: 'Shift+U',
      onChoose: () => void markUnreadFrom(organization, message, narrow),
    },
    {
      label: message.flags.includes('collapsed') ? t('messages.unfold') : t('messages.fold'),
      needsServer: true,
      icon: 'up',
      keyHint: '-',
      onChoose: () => void toggleCollapsed(organization, message),
    },
    {
      label: t('messages.forward'),
      icon: 'external',
      keyHint: '<',
      onChoose: () => actions.forward(message),
    },
    item(t('reminders.remindMe'), 'clock', '', async () =>
      (await dialogs()).showRemind(organization, message),
    ),
    ...openItems(addressOfMessage(message, state, ownId), organization),
    {
      label: t('messages.copyLink'),
      icon: 'copy-link',
      onChoose: () => void copyLink(organization, message),
    },
    'line',
    ...(isMovable
      ? [item(t('messages.move'), 'move', 'M', async () => (await dialogs()).showMove(organization, message))]
      : []),
    item(t('messages.viewSource'), 'code', '', async () =>
      (await dialogs()).showSource(organization, message),
    ),
    ...(hasHistory
      ? [
          item(t('messages.history'), 'recent', 'Shift+H', async () =>
            (await dialogs()).showHistory(organization, message),
          ),
        ]
      : []),
    ...(state.realm_enable_read_receipts
      ? [
          item(t('messages.readBy'), 'preview', 'Shift+V', async () =>
            (await dialogs()).showReceipts(organization, message),
          ),
        ]
      : []),
    ...((state.realm_moderation_request_channel_id ?? -1) > 0
      ? [
          item(t('messages.report'), 'report', '', async () =>
            (await dialogs()).showReport(organization, message),
          ),
        ]
      : []),
    ...(mayDelete(state, message, ownId, now)
      ? [
          'line' as const,
          {
            ...item(t('messages.delete'), 'delete', '', async () =>
              (await dialogs()).showDelete(organization, message),
            ),
            isDanger: true,
          },
        ]
      : []),
  ];
}

type Item = Exclude<MenuItem, 'line'>;

/** An item that calls the server. */
function item(
  label: string,
  icon: NonNullable<Item['icon']>,
  keyHint: string,
  choose: () => Promise<void>,
): Item {
  return {
    label,
    icon,
    needsServer: true,
    ...(keyHint !== '' && { keyHint }),
    onChoose: () => void choose(),
  };
}
