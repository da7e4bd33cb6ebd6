// The sidebar: where one can go, and what waits there.

import { useRef } from 'preact/hooks';
import type { View } from '../ground/address.ts';
import { useNow } from '../link/use-now.ts';
import { useNoticed, useOrganization, useOrganizationState } from '../link/use-organization.ts';
import { peopleNames } from '../messages/names.ts';
import { unreadCounts } from '../messages/unread-counts.ts';
import { Icon } from '../parts/icon.tsx';
import { t } from '../words/words.ts';
import { ChannelSections } from './channels.tsx';
import { SidebarLine } from './line.tsx';
import { PresenceDot } from './presence-dot.tsx';
import { channelSections, directLines, placeOfView, viewIcons, viewLines } from './sidebar-model.ts';

function Views({ view }: { readonly view: View | undefined }) {
  const { ownId } = useOrganization();
  const counts = useOrganizationState(unreadCounts);
  const starred = useOrganizationState((state) =>
    state.user_settings?.starred_message_counts ? (state.starred_messages?.length ?? 0) : 0,
  );
  return (
    <ul>
      {viewLines(view, counts, starred, ownId).map((line) => (
        <li key={line.key}>
          <SidebarLine line={line} class={line.name === 'starred' ? 'quiet' : ''}>
            <Icon name={viewIcons[line.name]} />
            <span class="name">{t(`shell.${line.name}`)}</span>
          </SidebarLine>
        </li>
      ))}
    </ul>
  );
}

function Direct({ view }: { readonly view: View | undefined }) {
  const organization = useOrganization();
  const state = useOrganizationState((whole) => whole);
  const listen = useRef((listener: () => void) => organization.onPresences(listener));
  const presences = useNoticed(listen.current, () => organization.presences);
  const now = useNow();
  const lines = directLines(state, unreadCounts(state), placeOfView(view, organization.ownId));
  return (
    <section>
      <h2>
        <a href="#narrow/is/dm">{t('shell.direct')}</a>
      </h2>
      <ul>
        {lines.map((line) => (
          <li key={line.key}>
            <SidebarLine line={line}>
              <PresenceDot ids={line.ids} presences={presences} now={now} />
              <span class="name">{peopleNames(state, line.ids)}</span>
            </SidebarLine>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Channels({ view }: { readonly view: View | undefined }) {
  const organization = useOrganization();
  const state = useOrganizationState((whole) => whole);
  const listen = useRef((listener: () => void) => organization.topics.listen(listener));
  useNoticed(listen.current, () => organization.topics.version);
  const here = placeOfView(view, organization.ownId);
  const sections = channelSections(state, unreadCounts(state), here, (id) => organization.topics.of(id));
  return <ChannelSections sections={sections} />;
}

export function Sidebar({ view }: { readonly view: View | undefined }) {
  return (
    <>
      <Views view={view} />
      <Direct view={view} />
      <Channels view={view} />
    </>
  );
}
