// The context of the sidebar's tools: the organization, and the sections as they are shown.

import type { Actions } from '../data/actions.ts';
import type { Organization } from '../data/organization.ts';
import { viewAt } from '../lib/address.ts';
import { unreadCounts } from '../store/unread-counts.ts';
import { narrowTargetIn } from './sidebar-model.ts';
import type { SidebarRow } from './sidebar-rows.ts';
import { type SidebarSection, sidebarSections } from './sidebar-sections.ts';

export interface SidebarContext {
  readonly organization: Organization;
  readonly actions: Actions;
}

/** The sections as they are shown now. */
export function shownSections({ organization }: SidebarContext): SidebarSection[] {
  const { state, ownId, topics } = organization;
  const current = narrowTargetIn(viewAt(location.hash), ownId);
  return sidebarSections({
    state,
    counts: unreadCounts(state),
    current,
    topicsOf: (id) => topics.cached(id),
  });
}

export interface FoundRow {
  readonly row: SidebarRow;
  readonly section: SidebarSection;
  /** Its index in the section; -1 for a topic below its channel. */
  readonly index: number;
}

/** A row of the sections by its key. */
export function findRow(sections: readonly SidebarSection[], key: string): FoundRow | undefined {
  for (const section of sections) {
    const index = section.rows.findIndex((row) => row.key === key);
    const row = section.rows[index];
    if (row) return { row, section, index };
  }
  for (const section of sections)
    for (const { topics } of section.rows) {
      const row = topics?.find((topic) => topic.key === key);
      if (row) return { row, section, index: -1 };
    }
  return undefined;
}
