// The sidebar of an anonymous viewer: web-public channels.

import { Icon } from '../components/icon.tsx';
import { useOrganizationState } from '../hooks/use-organization.ts';
import type { View } from '../lib/address.ts';
import { unreadCounts } from '../store/unread-counts.ts';
import { ChannelSections } from './channels.tsx';
import { SidebarLine } from './sidebar-line.tsx';
import { viewIcons, viewLines } from './sidebar-model.ts';
import { useChannelSections } from './use-channel-sections.ts';

const shownViews: ReadonlySet<string> = new Set(['recent', 'combined']);

export function AnonymousSidebar({ view }: { readonly view: View | undefined }) {
  const counts = useOrganizationState(unreadCounts);
  const sections = useChannelSections(view);
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
      <ChannelSections sections={sections} />
    </div>
  );
}
