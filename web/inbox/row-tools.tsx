// The buttons of a row of a list of conversations, shown while it is pointed at or chosen.

import { useEffect } from 'preact/hooks';
import { isTopicMuted, TopicVisibility, topicPolicyOf } from '../../client/state/topics.ts';
import { IconButton } from '../components/button.tsx';
import { copyText } from '../components/copy-text.ts';
import { linkTo } from '../components/link-to.ts';
import { MenuButton } from '../components/menu.tsx';
import type { MenuItem } from '../components/menu-item.ts';
import { useActions } from '../data/actions.ts';
import { openItems } from '../data/open-items.ts';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { laterConversations } from '../store/later-conversations.ts';
import { addressOf } from '../store/narrow-targets.ts';
import { useRowList } from './conversation-grid.tsx';
import { type RowAction, wantedMenus } from './row-actions.ts';
import type { RowContent } from './row-choice.ts';

export interface RowToolsProps {
  /** The name of the conversation. */
  readonly title: string;
  readonly content: RowContent;
  readonly row: () => HTMLElement | null;
}

export function RowTools({ title, content, row }: RowToolsProps) {
  const organization = useOrganization();
  const { state, ownId } = organization;
  const list = useRowList();
  const actions = useActions();
  const { conversation, count } = content;
  const isMuted = useOrganizationState(
    (state) =>
      conversation.kind === 'topic' && isTopicMuted(state, conversation.channelId, conversation.topic),
  );
  const isLater = useOrganizationState(
    (state) => laterConversations(state, ownId).get(conversation) !== undefined,
  );
  const doneLabel = count > 0 ? t('messageList.markAllRead') : t('channels.laterDone');
  const act = (action: RowAction) => void list.act(action, row());
  const address = addressOf(conversation, state);
  function menu(): MenuItem[] {
    const readItem: MenuItem =
      count > 0 || isLater
        ? {
            label: doneLabel,
            icon: count > 0 ? 'mark-read' : 'check',
            keyHint: 'E',
            needsServer: true,
            onChoose: () => act('done'),
          }
        : {
            label: t('lists.markUnread'),
            icon: 'mark-unread',
            needsServer: true,
            onChoose: () => act('unread'),
          };
    const open: MenuItem = {
      label: t('lists.open'),
      icon: 'message',
      keyHint: 'Enter',
      onChoose: () => actions.go(address),
    };
    const copy: MenuItem = {
      label: t('channels.copyLink'),
      icon: 'copy-link',
      onChoose: () => void copyText(linkTo(address), t('messages.linkCopied')),
    };
    const laterItem: MenuItem = {
      label: t('channels.later'),
      icon: 'clock',
      keyHint: 'H',
      needsServer: true,
      onChoose: () => act('later'),
    };
    const elsewhere = openItems(address, organization);
    if (conversation.kind !== 'topic') return [open, ...elsewhere, readItem, laterItem, 'line', copy];
    const { channelId, topic } = conversation;
    const isFollowed = topicPolicyOf(state, channelId, topic) === TopicVisibility.followed;
    return [
      open,
      ...elsewhere,
      readItem,
      laterItem,
      {
        label: isFollowed ? t('channels.unfollowTopic') : t('channels.followTopic'),
        icon: 'follow',
        keyHint: 'F',
        needsServer: true,
        onChoose: () => act('follow'),
      },
      {
        label: isMuted ? t('channels.unmuteTopic') : t('channels.muteTopic'),
        icon: isMuted ? 'bell' : 'mute',
        keyHint: 'M',
        needsServer: true,
        onChoose: () => act('mute'),
      },
      'line',
      copy,
    ];
  }
  useEffect(() => {
    const own = row();
    if (own && wantedMenus.delete(own)) own.querySelector<HTMLElement>('.row-menu')?.click();
  }, []);
  return (
    <span class="row-tools">
      {(count > 0 || isLater) && (
        <IconButton
          needsServer
          tabIndex={-1}
          name={`${doneLabel}: ${title}`}
          icon={count > 0 ? 'mark-read' : 'check'}
          keyHint="E"
          onClick={() => act('done')}
        />
      )}
      <IconButton
        needsServer
        tabIndex={-1}
        name={`${t('channels.later')}: ${title}`}
        icon="clock"
        keyHint="H"
        onClick={() => act('later')}
      />
      {conversation.kind === 'topic' && (
        <IconButton
          needsServer
          tabIndex={-1}
          name={`${isMuted ? t('channels.unmuteTopic') : t('channels.muteTopic')}: ${title}`}
          icon={isMuted ? 'bell' : 'mute'}
          keyHint="M"
          onClick={() => act('mute')}
        />
      )}
      <MenuButton
        name={`${t('lists.rowMenu')}: ${title}`}
        icon="more"
        align="end"
        class="row-menu"
        tabIndex={-1}
        items={menu}
      />
    </span>
  );
}
