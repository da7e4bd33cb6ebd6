// The arrangement to store on the server when a row or section of the sidebar is moved.

import type { InputOf } from '../../client/api-types.ts';
import type { State } from '../../client/state/state.ts';
import { type RowTarget, rowKey, type SidebarRow } from './sidebar-rows.ts';
import { type SidebarSection, targetOf } from './sidebar-sections.ts';

export type PlacedRows = NonNullable<InputOf<'update-sidebar-section'>['rows']>;

export function placedRow(target: RowTarget): PlacedRows[number] {
  if (target.kind === 'direct') return { user_ids: [...target.ids] };
  const { channelId: stream_id } = target;
  return target.kind === 'channel' ? { stream_id } : { stream_id, topic_name: target.topic };
}

/** Whether a row can be placed in a section. */
export function accepts(section: string, target: RowTarget): boolean {
  if (section === 'pinned' || section.startsWith('own-')) return true;
  if (target.kind === 'direct') return section === 'direct';
  return target.kind === 'channel' && (section === 'channels' || section.startsWith('folder-'));
}

/** The placed rows of a section. */
function placedIn({ sidebar, user_id: ownId = 0 }: State, section: string): string[] {
  const placed = sidebar?.sections.find((one) => one.section === section)?.rows ?? [];
  return placed.map((row) => rowKey(targetOf(row, ownId)));
}

/**
 * The rows to place in a section so that the moved row is shown at an index among the others. Placed rows come before
 * all others, so the rows before the moved one are placed too.
 */
export function rowsWithMoved(
  state: State,
  section: SidebarSection,
  moved: Pick<SidebarRow, 'key' | 'target'>,
  index: number,
): PlacedRows {
  const others = section.rows.filter(({ key }) => key !== moved.key);
  const shown = [...others.slice(0, index), moved, ...others.slice(index)];
  const count = placedIn(state, section.key).filter((key) => key !== moved.key).length + 1;
  return shown.slice(0, Math.max(index + 1, count)).map(({ target }) => placedRow(target));
}

/** The order of the sections after one was moved by a number of positions; undefined at the end. */
export function orderWithMoved(
  sections: readonly Pick<SidebarSection, 'key'>[],
  section: string,
  index: number,
): string[] | undefined {
  const keys = sections.map(({ key }) => key).filter((key) => key !== section);
  if (index < 0 || index > keys.length) return undefined;
  keys.splice(index, 0, section);
  return keys;
}
