// The menu item that pins a topic for everyone in its channel, or unpins it.

import { topicKey } from '../../client/state/topics.ts';
import type { MenuItem } from '../components/menu-item.ts';
import type { Organization } from '../data/organization.ts';
import { setTopicPinned } from '../data/pins.ts';
import type { Topic } from '../data/set-topic-policy.ts';
import { t } from '../i18n/texts.ts';
import { mayPin } from '../store/permissions.ts';
import { pinnedTopicKeys } from '../store/pinned-topics.ts';

/** No item without the permission, and in channels that can have no pinned topics. */
export function pinItem(organization: Organization, topic: Topic): MenuItem[] {
  const { state, ownId } = organization;
  const { channelId } = topic;
  const channel = state.subscriptions?.find(({ stream_id: id }) => id === channelId);
  if (!channel || (channel.invite_only && !channel.history_public_to_subscribers)) return [];
  if (!mayPin(state, channelId, ownId)) return [];
  const isPinned = pinnedTopicKeys(state.pinned_topics, channelId).has(topicKey(topic.topic));
  return [
    {
      label: isPinned ? t('pins.unpin') : t('pins.pin'),
      needsServer: true,
      icon: 'pin',
      onChoose: () => void setTopicPinned(organization, topic, !isPinned),
    },
  ];
}
