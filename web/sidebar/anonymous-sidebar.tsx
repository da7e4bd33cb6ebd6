// The sidebar of an anonymous viewer: web-public channels.

import { useRef } from 'preact/hooks';
import { Icon } from '../components/icon.tsx';
import { useOrganization, useOrganizationState, useSubscribed } from '../hooks/use-organization.ts';
import type { View } from '../lib/address.ts';
import { unreadCounts } from '../store/unread-counts.ts';
import { ChannelSections } from './channels.tsx';
import { SidebarLine } from './sidebar-line.tsx';
import { channelSections, narrowTargetIn, viewIcons, viewLines } from './sidebar-model.ts';

const shownViews: ReadonlySet<string> = new Set(['recent', 'combined']);

export function AnonymousSidebar({ view }: { readonly view: View | undefined }) {
  const organization = useOrganization();
  const { ownId, topics } = organization;
  const state = useOrganizationState((state) => state);
  const listen = useRef((listener: () => void) => topics.listen(listener));
  useSubscribed(listen.current, () => topics.version);
  const counts = unreadCounts(state);
  const views = viewLines(view, { counts, starred: 0 }, []).filter(({ name }) => shownViews.has(name));
  return (
    <div class="side-lists">
      <ul>
        {views.map((line) => (
          <li key={line.key}>
            <SidebarLine line={line}>
              <Icon name={viewIcons[line.name]} />
              <span class="name">{line.title}</span>
            </SidebarLine>
          </li>
        ))}
      </ul>
      <ChannelSections
        sections={channelSections(state, counts, narrowTargetIn(view, ownId), (id) => topics.of(id))}
      />
    </div>
  );
}
