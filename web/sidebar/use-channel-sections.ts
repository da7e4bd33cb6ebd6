// The channels of the sidebar, with the topics of the open one. The component renders again only when they change.

import { useRef } from 'preact/hooks';
import { useOrganization, useOrganizationState, useSubscribed } from '../hooks/use-organization.ts';
import type { View } from '../lib/address.ts';
import { isEqual } from '../lib/equal.ts';
import { unreadCounts } from '../store/unread-counts.ts';
import { type ChannelSection, channelSections, narrowTargetIn } from './sidebar-model.ts';

export function useChannelSections(view: View | undefined): readonly ChannelSection[] {
  const { ownId, topics } = useOrganization();
  const listen = useRef((listener: () => void) => topics.listen(listener));
  useSubscribed(listen.current, () => topics.version);
  const current = narrowTargetIn(view, ownId);
  return useOrganizationState(
    (state) => channelSections(state, unreadCounts(state), current, (id) => topics.of(id)),
    isEqual,
  );
}
