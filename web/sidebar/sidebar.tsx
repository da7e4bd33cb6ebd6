// The sidebar: views, and the sections that the person arranged, with their unread counts.

import { Icon } from '../components/icon.tsx';
import { memoized } from '../components/memoized.tsx';
import { openLazily } from '../components/open-lazily.ts';
import { useActions } from '../data/actions.ts';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import type { View } from '../lib/address.ts';
import { inviteMethods } from '../store/invite-methods.ts';
import { unreadCounts } from '../store/unread-counts.ts';
import { MenuMark } from './menu-mark.tsx';
import { Sections } from './sections.tsx';
import { SidebarLine } from './sidebar-line.tsx';
import { rowKeyOfView, type ViewLine, viewIcons, viewLines } from './sidebar-model.ts';
import { useSections } from './use-sections.ts';
import { useSidebarTools } from './use-sidebar-tools.ts';

function ViewRow({ line }: { readonly line: ViewLine }) {
  const row = (
    <SidebarLine
      line={line}
      counted={line.name === 'starred' ? 'messages' : line.name === 'mentions' ? 'mentions' : 'unread'}
      class={line.name === 'starred' ? 'quiet' : ''}
    >
      <Icon name={viewIcons[line.name]} />
      <span class="name">{line.title}</span>
    </SidebarLine>
  );
  if (line.name !== 'own') return row;
  return (
    <>
      {row}
      <MenuMark icon="more" name={t('frame.optionsOf', { name: line.title })} />
    </>
  );
}

const MemoizedViewRow = memoized(ViewRow);

function ViewLines({ lines }: { readonly lines: readonly ViewLine[] }) {
  return (
    <ul>
      {lines.map((line) => (
        <li key={line.key} {...(line.name === 'own' && { 'data-row': rowKeyOfView(line.key) })}>
          <MemoizedViewRow line={line} />
        </li>
      ))}
    </ul>
  );
}

function Views({ view }: { readonly view: View | undefined }) {
  const counts = useOrganizationState(unreadCounts);
  const starred = useOrganizationState((state) =>
    state.user_settings?.starred_message_counts ? (state.starred_messages?.length ?? 0) : 0,
  );
  const arranged = useOrganizationState(({ navigation_views }) => navigation_views) ?? [];
  const lines = viewLines(view, { counts, starred }, arranged);
  // The open view is shown in the main list, even if it is not pinned.
  const others = lines.filter((line) => !line.isPinned && !line.isHere);
  return (
    <>
      <ViewLines lines={lines.filter((line) => line.isPinned || line.isHere)} />
      <details class="more-views">
        <summary class="side-line">
          <Icon name="more" />
          <span class="name">{t('frame.moreViews')}</span>
        </summary>
        <ViewLines lines={others} />
        <button type="button" class="side-line" onClick={() => void arrangeViews()}>
          <Icon name="settings" />
          <span class="name">{t('frame.arrangeViews')}</span>
        </button>
      </details>
    </>
  );
}

function arrangeViews(): Promise<void> {
  return openLazily(
    () => import('./views-dialog.tsx'),
    ({ showViewsDialog }) => showViewsDialog(),
  );
}

function Arranged({ view }: { readonly view: View | undefined }) {
  return <Sections sections={useSections(view)} view={view} />;
}

/** Shown to administrators only. */
function Invite() {
  const { ownId } = useOrganization();
  const { invite } = useActions();
  const isOffered = useOrganizationState(
    (state) => state.is_admin === true && inviteMethods(state, ownId).length > 0,
  );
  if (!isOffered) return null;
  return (
    <button type="button" class="side-line invite" onClick={invite}>
      <Icon name="add-person" />
      <span class="name">{t('frame.invite')}</span>
    </button>
  );
}

export function Sidebar({ view }: { readonly view: View | undefined }) {
  return (
    <>
      <div {...useSidebarTools()}>
        <Views view={view} />
        <Arranged view={view} />
      </div>
      <Invite />
    </>
  );
}
