// The sections of the sidebar. The component renders again only when they change.

import { useRef } from 'preact/hooks';
import { useOrganization, useOrganizationState, useSubscribed } from '../hooks/use-organization.ts';
import type { View } from '../lib/address.ts';
import { sharingEqualParts } from '../lib/equal.ts';
import { unreadCounts } from '../store/unread-counts.ts';
import { narrowTargetIn } from './sidebar-model.ts';
import { type SidebarSection, sidebarSections } from './sidebar-sections.ts';

const noSections = { from: [], sections: [] };

export function useSections(view: View | undefined): readonly SidebarSection[] {
  const { ownId, topics } = useOrganization();
  const listen = useRef((listener: () => void) => topics.listen(listener));
  useSubscribed(listen.current, () => topics.version);
  const current = narrowTargetIn(view, ownId);
  const latest = useRef<{ from: readonly unknown[]; sections: readonly SidebarSection[] }>(noSections);
  return useOrganizationState((state) => {
    // Asked twice for each state: by the check whether to render, and while rendering.
    const from = [state, topics.version, view];
    if (from.every((part, index) => part === latest.current.from[index])) return latest.current.sections;
    const source = { state, counts: unreadCounts(state), current, topicsOf: (id: number) => topics.of(id) };
    const sections = sharingEqualParts(latest.current.sections, sidebarSections(source));
    latest.current = { from, sections };
    return sections;
  });
}
