// Places rows of the sidebar in sections, and returns them to where they are by default.

import { attempt } from '../data/attempt.ts';
import { t } from '../i18n/texts.ts';
import { placedRow, rowsWithMoved } from './arrange-rows.ts';
import { showSectionName } from './section-dialogs.tsx';
import type { FoundRow, SidebarContext } from './sidebar-context.ts';
import { rowKey } from './sidebar-rows.ts';
import { type SidebarSection, targetOf } from './sidebar-sections.ts';

/** Sets whether a channel is pinned. */
function pinChannel({ organization }: SidebarContext, channelId: number, value: boolean): void {
  void attempt(
    organization.client.call('update-subscription-settings', {
      subscription_data: [{ stream_id: channelId, property: 'pin_to_top', value }],
    }),
  );
}

/** Returns a row to the section where it is by default. */
export function unplace(
  context: SidebarContext,
  { key, target }: FoundRow['row'],
  section: SidebarSection,
): void {
  if (target.kind === 'channel' && section.key === 'pinned') {
    pinChannel(context, target.channelId, false);
    return;
  }
  const { state, client, ownId } = context.organization;
  const placed = state.sidebar?.sections.find((one) => one.section === section.key)?.rows ?? [];
  const rows = placed.filter((one) => rowKey(targetOf(one, ownId)) !== key);
  void attempt(client.call('update-sidebar-section', { section: section.key, rows }));
}

/** Places a row after the placed ones of a section. */
export function placeIn(
  context: SidebarContext,
  row: Pick<FoundRow['row'], 'key' | 'target'>,
  section: SidebarSection,
): void {
  const { state, client } = context.organization;
  const placed = state.sidebar?.sections.find((one) => one.section === section.key)?.rows.length ?? 0;
  const rows = rowsWithMoved(state, section, row, Math.min(placed, section.rows.length));
  void attempt(client.call('update-sidebar-section', { section: section.key, rows }));
}

/** Asks for a name and adds a section, with a row if given. */
export async function addSection({ organization }: SidebarContext, row?: FoundRow['row']): Promise<void> {
  showSectionName({
    title: t('sidebar.newSection'),
    onSave: async (name) => {
      const { section } = await organization.client.call('add-sidebar-section', { name });
      if (row)
        await organization.client.call('update-sidebar-section', { section, rows: [placedRow(row.target)] });
    },
  });
}

/** The section in which a row is by default. */
export function usualSection(
  { channel, target }: FoundRow['row'],
  sections: readonly SidebarSection[],
): string {
  if (target.kind === 'direct') return 'direct';
  const folder = `folder-${channel?.folder_id}`;
  return sections.some(({ key }) => key === folder) ? folder : 'channels';
}
