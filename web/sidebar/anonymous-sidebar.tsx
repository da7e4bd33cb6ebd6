// The sidebar of an anonymous viewer: web-public channels.

import { Icon } from '../components/icon.tsx';
import { useOrganizationState } from '../hooks/use-organization.ts';
import type { View } from '../lib/address.ts';
import { unreadCounts } from '../store/unread-counts.ts';
import { Sections } from './sections.tsx';
import { SidebarLine } from './sidebar-line.tsx';
import { viewIcons, viewLines } from './sidebar-model.ts';
import { useSections } from './use-sections.ts';

const shownViews: ReadonlySet<string> = new Set(['recent', 'combined']);

export function AnonymousSidebar({ view }: { readonly view: View | undefined }) {
  const counts = useOrganizationState(unreadCounts);
  const sections = useSections(view).filter(({ key, rows }) => key !== 'more' && rows.length > 0);
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
      <Sections sections={sections} view={view} />
    </div>
  );
}
