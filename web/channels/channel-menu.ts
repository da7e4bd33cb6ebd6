// The menus of a channel, a topic and a direct conversation, according to the viewer's permissions.

import { TopicVisibility, topicPolicyOf } from '../../client/state/topics.ts';
import { copyText } from '../components/copy-text.ts';
import { linkTo } from '../components/link-to.ts';
import type { MenuItem } from '../components/menu-item.ts';
import { openLazily } from '../components/open-lazily.ts';
import type { Actions } from '../data/actions.ts';
import { toggleMute } from '../data/change-mute.ts';
import { markRead } from '../data/mark-read.ts';
import { muteItems } from '../data/mute-items.ts';
import { openItems } from '../data/open-items.ts';
import type { Organization } from '../data/organization.ts';
import { setTopicPolicy, type Topic } from '../data/set-topic-policy.ts';
import { t } from '../i18n/texts.ts';
import { directTo } from '../lib/destination.ts';
import { channelIn } from '../store/directory.ts';
import { isResolved } from '../store/message.ts';
import type { MuteTarget } from '../store/mutes.ts';
import { addressOf, topicsAddress } from '../store/narrow-targets.ts';
import { mayPost, mayResolve } from '../store/permissions.ts';
import { setChannelPinned, subscribe, unsubscribe } from './channel-actions.ts';
import { laterItem } from './later-item.ts';
import { pinItem } from './pin-item.ts';

export interface ChannelMenuOptions {
  readonly organization: Organization;
  readonly actions: Pick<Actions, 'go' | 'compose'>;
}

/** The items that mute something or unmute it. */
function muting(organization: Organization, target: MuteTarget, keyHint?: string): MenuItem[] {
  return muteItems({
    organization,
    target,
    ...(keyHint && { keyHint }),
    onToggle: () => void toggleMute(organization, target),
    onAsk: () =>
      void openLazily(
        () => import('../forms/mute-dialog.ts'),
        ({ showMuteDialog }) => showMuteDialog(organization, target),
      ),
  });
}

async function copyAddress(address: string): Promise<void> {
  await copyText(linkTo(address), t('messages.linkCopied'));
}

export function channelMenu(channelId: number, { organization, actions }: ChannelMenuOptions): MenuItem[] {
  const { state, ownId } = organization;
  const channel = channelIn(state, channelId);
  if (!channel) return [];
  const subscription = state.subscriptions?.find(({ stream_id }) => stream_id === channelId);
  const address = addressOf({ kind: 'channel', channelId }, state);
  const commonItems: MenuItem[] = [
    ...(mayPost(state, channelId, ownId)
      ? [
          {
            label: t('channels.newTopic'),
            icon: 'new-message',
            onChoose: () => actions.compose({ kind: 'channel', channelId, topic: '' }),
          } as const,
        ]
      : []),
    { label: t('channels.feed'), icon: 'message', onChoose: () => actions.go(address) },
    {
      label: t('channels.topics'),
      icon: 'list',
      keyHint: 'Y',
      onChoose: () => actions.go(topicsAddress(channelId, state)),
    },
    ...openItems(address, organization),
    { label: t('channels.copyLink'), icon: 'copy-link', onChoose: () => void copyAddress(address) },
    {
      label: t('channels.settings'),
      icon: 'settings',
      onChoose: () => actions.go(`#channels/${channelId}/${encodeURIComponent(channel.name)}/general`),
    },
  ];
  if (!subscription) {
    return [
      ...commonItems,
      'line',
      {
        label: t('channels.subscribe'),
        needsServer: true,
        icon: 'add',
        onChoose: () => void subscribe(organization, channel.name),
      },
    ];
  }
  const { pin_to_top: isPinned } = subscription;
  return [
    ...commonItems,
    'line',
    {
      label: t('channels.markRead'),
      needsServer: true,
      icon: 'mark-read',
      onChoose: () => void markRead(organization, { kind: 'channel', channelId }),
    },
    {
      label: isPinned ? t('channels.unpin') : t('channels.pin'),
      needsServer: true,
      icon: 'pin',
      onChoose: () => void setChannelPinned(organization, channelId, !isPinned),
    },
    ...muting(organization, { kind: 'channel', channelId }),
    'line',
    {
      label: t('channels.unsubscribe'),
      needsServer: true,
      icon: 'close',
      onChoose: () => void unsubscribe(organization, channel.name),
    },
  ];
}

/** @param ids of all participants except the viewer */
export function directMenu(
  ids: readonly number[],
  { organization, actions }: ChannelMenuOptions,
): MenuItem[] {
  const { state, ownId } = organization;
  const [id, second] = ids;
  const profile: MenuItem = {
    label: t('people.viewProfile'),
    icon: 'person',
    onChoose: () => actions.go(`#user/${id}`),
  };
  return [
    {
      label: t('sidebar.newMessage'),
      icon: 'new-message',
      onChoose: () => actions.compose(directTo(ids, ownId)),
    },
    ...(id !== undefined && second === undefined ? [profile] : []),
    ...openItems(addressOf({ kind: 'direct', ids }, state), organization),
    {
      label: t('channels.markRead'),
      needsServer: true,
      icon: 'mark-read',
      onChoose: () => void markRead(organization, { kind: 'direct', ids }),
    },
    ...muting(organization, { kind: 'direct', ids }, 'Shift+M'),
    {
      label: t('channels.copyLink'),
      icon: 'copy-link',
      onChoose: () => void copyAddress(addressOf({ kind: 'direct', ids }, state)),
    },
  ];
}

export interface TopicMenuOptions extends ChannelMenuOptions {
  /** Renames the topic to resolve or reopen it. */
  readonly onResolve: (isResolved: boolean) => void;
}

export function topicMenu(topic: Topic, { organization, onResolve }: TopicMenuOptions): MenuItem[] {
  const { state, ownId } = organization;
  const isFollowed = topicPolicyOf(state, topic.channelId, topic.topic) === TopicVisibility.followed;
  const isDone = isResolved(topic.topic);
  return [
    {
      label: isFollowed ? t('channels.unfollowTopic') : t('channels.followTopic'),
      needsServer: true,
      icon: 'follow',
      onChoose: () =>
        void setTopicPolicy(organization, topic, TopicVisibility[isFollowed ? 'inherit' : 'followed']),
    },
    ...muting(organization, { kind: 'topic', ...topic }, 'Shift+M'),
    ...(topic.topic !== '' && mayResolve(state, topic.channelId, ownId)
      ? [
          {
            label: isDone ? t('channels.unresolve') : t('channels.resolve'),
            needsServer: true,
            icon: 'resolve',
            onChoose: () => onResolve(!isDone),
          } as const,
        ]
      : []),
    'line',
    ...openItems(addressOf({ kind: 'topic', ...topic }, state), organization),
    ...pinItem(organization, topic),
    laterItem(organization, { kind: 'topic', ...topic }),
    {
      label: t('channels.markRead'),
      needsServer: true,
      icon: 'mark-read',
      onChoose: () => void markRead(organization, { kind: 'topic', ...topic }),
    },
    {
      label: t('channels.copyLink'),
      icon: 'copy-link',
      onChoose: () => void copyAddress(addressOf({ kind: 'topic', ...topic }, state)),
    },
  ];
}
