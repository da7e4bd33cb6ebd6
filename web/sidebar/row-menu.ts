// The menu of a row of the sidebar.

import { type Point, showContextMenu } from '../components/context-menu.tsx';
import type { MenuItem } from '../components/menu-item.ts';
import { t } from '../i18n/texts.ts';
import { accepts } from './arrange-rows.ts';
import { boxOf, moveItems } from './move-items.ts';
import { moveRow } from './move-rows.ts';
import { addSection, placeIn, unplace, usualSection } from './place-rows.ts';
import { type FoundRow, type SidebarContext, shownSections } from './sidebar-context.ts';
import type { SidebarSection } from './sidebar-sections.ts';

/** Before anything is pinned the section is not shown. */
const noPinned: SidebarSection = { key: 'pinned', title: '', isCollapsed: false, rows: [] };

/** Shows the sections to which a row can be moved. */
function chooseSection(context: SidebarContext, found: FoundRow, anchor: HTMLElement, at?: Point): void {
  const { row, section: present } = found;
  const sections = shownSections(context);
  const usual = usualSection(row, sections);
  const items = sections
    .filter(({ key }) => accepts(key, row.target) && (key !== 'pinned' || found.index >= 0))
    .map(
      (section): MenuItem => ({
        label: section.title,
        needsServer: true,
        isChecked: section.key === present.key && found.index >= 0,
        onChoose: () => {
          if (section.key === present.key && found.index >= 0) return;
          if (section.key === usual && row.target.kind !== 'topic') unplace(context, row, present);
          else placeIn(context, row, section);
        },
      }),
    );
  showContextMenu({
    name: t('sidebar.moveTo'),
    anchor,
    at,
    items: [
      ...items,
      'line',
      {
        label: t('sidebar.newSection'),
        icon: 'add',
        needsServer: true,
        onChoose: () => void addSection(context, row),
      },
    ],
  });
}

/** @param at where it was pressed */
export async function rowItems(
  context: SidebarContext,
  found: FoundRow,
  anchor: HTMLElement,
  at?: Point,
): Promise<readonly MenuItem[]> {
  const { row, section } = found;
  const { target } = row;
  if (target.kind !== 'direct' && section.key === 'more') return context.actions.menuItems(target);
  const isPinned = section.key === 'pinned' && found.index >= 0;
  const pinned = shownSections(context).find(({ key }) => key === 'pinned') ?? noPinned;
  return [
    ...(await context.actions.menuItems(target)),
    'line',
    // The menu of a channel has this already.
    ...(target.kind === 'channel'
      ? []
      : [
          {
            label: isPinned ? t('channels.unpin') : t('channels.pin'),
            needsServer: true,
            icon: 'pin',
            onChoose: () => (isPinned ? unplace(context, row, section) : placeIn(context, row, pinned)),
          } as const,
        ]),
    {
      label: t('sidebar.moveTo'),
      icon: 'move',
      onChoose: () => chooseSection(context, found, anchor, at),
    },
    ...moveItems(found.index, section.rows.length, (index) =>
      moveRow(context, boxOf(anchor), row, section, index),
    ),
  ];
}
