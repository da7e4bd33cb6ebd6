// The sections of the sidebar. The component renders again only when they change.

import { useRef } from 'preact/hooks';
import { useOrganization, useOrganizationState, useSubscribed } from '../hooks/use-organization.ts';
import type { View } from '../lib/address.ts';
import { sharingEqualParts } from '../lib/equal.ts';
import { unreadCounts } from '../store/unread-counts.ts';
import { narrowTargetIn } from './sidebar-model.ts';
import { type SidebarSection, sidebarSections } from './sidebar-sections.ts';

export function useSections(view: View | undefined): readonly SidebarSection[] {
  const { ownId, topics } = useOrganization();
  const listen = useRef((listener: () => void) => topics.listen(listener));
  useSubscribed(listen.current, () => topics.version);
  const current = narrowTargetIn(view, ownId);
  const latest = useRef<readonly SidebarSection[]>([]);
  return useOrganizationState((state) => {
    const source = { state, counts: unreadCounts(state), current, topicsOf: (id: number) => topics.of(id) };
    latest.current = sharingEqualParts(latest.current, sidebarSections(source));
    return latest.current;
  });
}
