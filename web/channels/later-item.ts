// The menu item that puts a conversation away, brings it back, or marks it as done.

import { loadSecondary } from '../components/lazy-chunks.ts';
import type { MenuItem } from '../components/menu-item.ts';
import type { Organization } from '../data/organization.ts';
import { t } from '../i18n/texts.ts';
import { laterConversations } from '../store/later-conversations.ts';
import type { Conversation } from '../store/narrow-targets.ts';

export function laterItem(organization: Organization, conversation: Conversation): MenuItem {
  const later = laterConversations(organization.state, organization.ownId).get(conversation);
  if (!later)
    return {
      label: t('channels.later'),
      needsServer: true,
      icon: 'clock',
      onChoose: () =>
        void loadSecondary(() => import('../forms/put-away-dialog.ts')).then(({ showPutAwayDialog }) =>
          showPutAwayDialog(organization, conversation),
        ),
    };
  return {
    label: later.returnedAt === null ? t('channels.bringBack') : t('channels.laterDone'),
    needsServer: true,
    icon: 'check',
    onChoose: () =>
      void import('../data/change-later.ts').then(({ removeFromLater }) =>
        removeFromLater(organization, conversation),
      ),
  };
}
