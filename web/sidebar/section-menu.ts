// The menu of a section of the sidebar, and the action of its "+" button.

import { confirmAction } from '../components/confirm.tsx';
import { showContextMenu } from '../components/context-menu.tsx';
import type { MenuItem } from '../components/menu-item.ts';
import { attempt } from '../data/attempt.ts';
import { t } from '../i18n/texts.ts';
import { mayCreateChannels } from '../store/permissions.ts';
import { showAddRow } from './add-row-dialog.tsx';
import { boxOf, moveItems } from './move-items.ts';
import { moveSection } from './move-rows.ts';
import { addSection } from './place-rows.ts';
import { showSectionName } from './section-dialogs.tsx';
import { type SidebarContext, shownSections } from './sidebar-context.ts';
import type { SidebarSection } from './sidebar-sections.ts';

export function sectionItems(
  context: SidebarContext,
  section: SidebarSection,
  anchor: HTMLElement,
): MenuItem[] {
  const { client } = context.organization;
  const sections = shownSections(context);
  const from = sections.findIndex(({ key }) => key === section.key);
  const isOwn = section.key.startsWith('own-');
  return [
    {
      label: t('sidebar.newSection'),
      icon: 'add',
      needsServer: true,
      onChoose: () => void addSection(context),
    },
    ...moveItems(from, sections.length, (index) => moveSection(context, boxOf(anchor), section.key, index)),
    ...(isOwn
      ? ([
          'line',
          {
            label: t('sidebar.rename'),
            icon: 'edit',
            needsServer: true,
            onChoose: () =>
              showSectionName({
                title: t('sidebar.rename'),
                name: section.title,
                onSave: (name) => client.call('update-sidebar-section', { section: section.key, name }),
              }),
          },
          {
            label: t('sidebar.remove'),
            icon: 'delete',
            isDanger: true,
            needsServer: true,
            onChoose: () =>
              confirmAction({
                title: t('sidebar.removeTitle', { name: section.title }),
                text: t('sidebar.removeText'),
                action: t('sidebar.remove'),
                onYes: () => void attempt(client.call('remove-sidebar-section', { section: section.key })),
              }),
          },
        ] as const)
      : []),
  ];
}

function addItems({ actions }: SidebarContext): MenuItem[] {
  return [
    {
      label: t('sidebar.newChannel'),
      icon: 'add',
      needsServer: true,
      onChoose: () => actions.go('#channels/new'),
    },
    { label: t('frame.browseChannels'), icon: 'search', onChoose: () => actions.go('#channels/all') },
  ];
}

/** What can be added to a channel folder: a new channel for everyone, or one's own row of another channel. */
function folderItems(context: SidebarContext, section: SidebarSection): MenuItem[] {
  const { state, ownId } = context.organization;
  const addRow = {
    label: t('sidebar.addChannel'),
    icon: 'channel',
    needsServer: true,
    onChoose: () => showAddRow(context, section),
  } as const;
  if (!mayCreateChannels(state, ownId)) return [addRow];
  const id = section.key.slice('folder-'.length);
  return [
    {
      label: t('sidebar.newChannelIn', { name: section.title }),
      icon: 'add',
      needsServer: true,
      onChoose: () => context.actions.go(`#channels/new/${id}`),
    },
    addRow,
  ];
}

/** Performs the action of a section's "+" button. */
export function add(context: SidebarContext, section: string, anchor: HTMLElement): void {
  const shown = shownSections(context).find(({ key }) => key === section);
  if (shown && section.startsWith('own-')) showAddRow(context, shown);
  else if (shown && section.startsWith('folder-'))
    showContextMenu({
      name: t('frame.addTo', { name: shown.title }),
      anchor,
      items: folderItems(context, shown),
    });
  else if (section === 'direct') context.actions.compose({ kind: 'direct', personIds: [] });
  else if (section === 'more') context.actions.go('#channels/all');
  else showContextMenu({ name: t('frame.addChannel'), anchor, items: addItems(context) });
}
