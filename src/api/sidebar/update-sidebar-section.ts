// PATCH /users/me/sidebar/sections/{section}: renames or collapses a section, and places rows in it.

import { changeSection } from '../../actions/sidebar/arrange.ts';
import { boolean, list } from '../../api-contract/codec.ts';
import { badRequest, invalidChannelId } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally, required } from '../../api-contract/parameter.ts';
import {
  normalizedRow,
  rowKey,
  type SidebarRow,
  sectionText,
  sidebarRow,
} from '../../model/sidebar/sidebar.ts';
import { visibleAccount } from '../../queries/accounts/find.ts';
import { findVisibleChannel } from '../../queries/visible-lookups.ts';
import { readSidebar } from '../../stores/sidebar/sidebar-store.ts';
import { type WriteContext, writeOperation } from '../operation.ts';
import { sectionName } from './section-parameters.ts';

/**
 * The rows in their normal form, each once. Those that the caller placed before may stay.
 * @throws for a new row with a person or channel that the caller may not see
 */
async function checkedRows(context: WriteContext, sent: readonly SidebarRow[]): Promise<SidebarRow[]> {
  const { sections } = await readSidebar(context.reader, context.actor.account.id);
  const placedKeys = new Set(sections.flatMap(({ rows }) => rows).map(rowKey));
  const requester = await context.requester();
  const normalized = sent.map((row) => normalizedRow(row, context.actor.account.id));
  const rows = new Map(normalized.map((row) => [rowKey(row), row]));
  for (const [key, row] of rows) {
    if (placedKeys.has(key)) continue;
    if ('user_ids' in row) for (const id of row.user_ids) visibleAccount(requester, id);
    else if (!findVisibleChannel(requester, row.stream_id)) throw invalidChannelId();
  }
  return [...rows.values()];
}

export const updateSidebarSection = writeOperation({
  name: 'update-sidebar-section',
  method: 'PATCH',
  path: '/users/me/sidebar/sections/{section}',
  summary: 'Rename or collapse a section of your sidebar, or place rows in it.',
  access: 'account',
  errors: ['NOT_FOUND'],
  parameters: {
    section: required(sectionText, 'The section.'),
    name: optionally(sectionName, 'The name of a section that you made.'),
    is_collapsed: optionally(boolean, 'Whether only the heading of the section is shown.'),
    rows: optionally(
      list(sidebarRow, limits.sidebarRows),
      'All rows that are placed in the section, in order. They leave any other section. Channels placed in `pinned` are pinned (`pin_to_top`), and those placed in other sections are not.',
    ),
  },
  result: {},
  async handle(context, { section, name, is_collapsed, rows: sent }) {
    if (name === undefined && is_collapsed === undefined && !sent) throw badRequest('Nothing to change');
    const rows = sent && (await checkedRows(context, sent));
    await context.write((writer) =>
      changeSection(writer, context.actor.account.id, section, { name, isCollapsed: is_collapsed, rows }),
    );
    return {};
  },
});
