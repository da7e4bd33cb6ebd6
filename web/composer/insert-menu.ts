// The composer's menu of things to insert: snippets, polls, task lists, video calls.

import { loadSecondary } from '../components/lazy-chunks.ts';
import type { MenuItem } from '../components/menu-item.ts';
import type { Organization } from '../data/organization.ts';
import { t } from '../i18n/texts.ts';
import type { Composer } from './composer.ts';
import { hasCalls, insertCall } from './video-call.ts';

const dialogs = () => loadSecondary(() => import('./widget-dialogs.tsx'));

export function insertMenu(organization: Organization, composer: Composer): MenuItem[] {
  const { destination } = composer;
  if (!destination) return [];
  return [
    {
      label: t('composer.snippets'),
      icon: 'file',
      onChoose: () =>
        void loadSecondary(() => import('./snippets-dialog.tsx')).then(({ showSnippets }) =>
          showSnippets(composer),
        ),
    },
    {
      label: t('composer.poll'),
      icon: 'list',
      onChoose: () => void dialogs().then(({ showPollDialog }) => showPollDialog(organization, destination)),
    },
    {
      label: t('composer.todo'),
      icon: 'check',
      onChoose: () => void dialogs().then(({ showTodoDialog }) => showTodoDialog(organization, destination)),
    },
    ...(hasCalls(organization)
      ? [
          {
            label: t('composer.call'),
            icon: 'people',
            onChoose: () => void insertCall(organization, composer, location.href),
          } as const,
        ]
      : []),
  ];
}
