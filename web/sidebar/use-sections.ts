// The sections of the sidebar. The component renders again only when they change.

import { useRef } from 'preact/hooks';
import { useOrganization, useOrganizationState, useSubscribed } from '../hooks/use-organization.ts';
import type { View } from '../lib/address.ts';
import { isEqual } from '../lib/equal.ts';
import { unreadCounts } from '../store/unread-counts.ts';
import { narrowTargetIn } from './sidebar-model.ts';
import { type SidebarSection, sidebarSections } from './sidebar-sections.ts';

export function useSections(view: View | undefined): readonly SidebarSection[] {
  const { ownId, topics } = useOrganization();
  const listen = useRef((listener: () => void) => topics.listen(listener));
  useSubscribed(listen.current, () => topics.version);
  const current = narrowTargetIn(view, ownId);
  return useOrganizationState(
    (state) =>
      sidebarSections({ state, counts: unreadCounts(state), current, topicsOf: (id) => topics.of(id) }),
    isEqual,
  );
}
