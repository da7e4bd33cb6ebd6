// The menu of a conversation or channel, wherever it is shown.

import { channelMenu, directMenu, topicMenu } from '../channels/channel-menu.ts';
import type { MenuItem } from '../components/menu-item.ts';
import type { Actions } from '../data/actions.ts';
import type { Organization } from '../data/organization.ts';
import type { ConversationOrChannel } from '../store/unread-ids.ts';
import { setResolved } from './topic-actions.ts';

export function menuFor(
  organization: Organization,
  actions: Actions,
  target: ConversationOrChannel,
): readonly MenuItem[] {
  const options = { organization, actions };
  switch (target.kind) {
    case 'channel':
      return channelMenu(target.channelId, options);
    case 'direct':
      return directMenu(target.ids, options);
    case 'topic':
      return topicMenu(target, {
        ...options,
        onResolve: (isDone) => void setResolved(organization, actions, target, isDone),
      });
  }
}
