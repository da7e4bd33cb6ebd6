// The page: sidebar, view, and on phones the bar at the bottom. Between them and wide screens the sidebar is a drawer.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ActionsContext } from '../link/actions.ts';
import { reportPresence } from '../link/report-presence.ts';
import { useOrganization, useOrganizationState } from '../link/use-organization.ts';
import { unreadCounts } from '../messages/unread-counts.ts';
import { IconButton } from '../parts/button.tsx';
import { Count } from '../parts/count.tsx';
import { Icon } from '../parts/icon.tsx';
import type { IconName } from '../parts/icon-names.ts';
import { MenuButton } from '../parts/menu.tsx';
import { Overlays } from '../parts/overlays.tsx';
import { StatusLine } from '../parts/status-line.tsx';
import { showTooltips } from '../parts/tooltip.ts';
import { Sidebar } from '../sidebar/sidebar.tsx';
import { t } from '../words/words.ts';
import { listenToKeys } from './keys.ts';
import { mainMenu } from './main-menu.ts';
import { listenToMentions } from './mentions.ts';
import { useNewerBuild } from './newer-build.ts';
import { NoConnection } from './no-connection.tsx';
import { useNotifying } from './notifying.ts';
import { usePageActions } from './page-actions.ts';
import { roomActions } from './room-actions.ts';
import { countedUnread, showIconCount, titleText } from './title.ts';
import { TopBar } from './top-bar.tsx';
import { type Shown, useView } from './use-view.ts';
import { nameOfView } from './view-names.ts';
import { ViewOf } from './view-of.tsx';

function useTitle({ view }: Shown): string {
  const name = useOrganizationState((state) => nameOfView(view, state));
  const organization = useOrganizationState((state) => state.realm_name ?? '');
  const count = useOrganizationState(countedUnread);
  useEffect(() => {
    document.title = titleText(name, organization, count);
    void showIconCount(count);
  }, [name, organization, count]);
  return name;
}

interface BottomLinkProps {
  readonly icon: IconName;
  readonly name: string;
  readonly address: string;
  readonly isHere: boolean;
  readonly count?: number;
}

function BottomLink({ icon, name, address, isHere, count = 0 }: BottomLinkProps) {
  return (
    <a href={address} {...(isHere && { 'aria-current': 'page' as const })}>
      <span class="bottom-icon">
        <Icon name={icon} />
        <Count count={count} isUrgent />
      </span>
      <span>{name}</span>
    </a>
  );
}

function BottomBar({ shown, onChannels }: { readonly shown: Shown; readonly onChannels: () => void }) {
  const counts = useOrganizationState(unreadCounts);
  return (
    <nav class="bottom-bar" aria-label={t('shell.views')}>
      <BottomLink
        icon="inbox"
        name={t('shell.inbox')}
        address="#inbox"
        isHere={shown.view?.kind === 'inbox'}
        count={counts.total}
      />
      <button type="button" onClick={onChannels}>
        <Icon name="channel" />
        <span>{t('shell.channels')}</span>
      </button>
      <BottomLink
        icon="message"
        name={t('shell.directShort')}
        address="#narrow/is/dm"
        isHere={shown.fragment === '#narrow/is/dm'}
        count={counts.direct}
      />
      <button type="button" onClick={() => document.getElementById('search')?.focus()}>
        <Icon name="search" />
        <span>{t('shell.search')}</span>
      </button>
    </nav>
  );
}

function SidebarHead({ onClose }: { readonly onClose: () => void }) {
  const organization = useOrganization();
  const name = useOrganizationState((state) => state.realm_name ?? '');
  return (
    <div class="side-head">
      <b>{name}</b>
      <MenuButton name={t('shell.menu')} icon="menu" items={() => mainMenu(organization)} />
      <IconButton class="close-drawer" name={t('parts.close')} icon="close" onClick={onClose} />
    </div>
  );
}

/** The text field, or what opens it. */
const writing = '.composer .writing-field, .composer-closed button';

/** Everything that is seen once the organization is there. */
export function Frame() {
  const shown = useView();
  const title = useTitle(shown);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const organization = useOrganization();
  const actions = useMemo(() => roomActions(organization), [organization]);
  usePageActions(organization);
  useNotifying(organization, actions.go);
  useNewerBuild(organization);
  useEffect(() => setDrawerOpen(false), [shown.fragment]);
  useEffect(() => {
    const gone = new AbortController();
    showTooltips(gone.signal);
    listenToKeys(gone.signal);
    listenToMentions(organization, actions, gone.signal);
    reportPresence(organization, gone.signal);
    return () => gone.abort();
  }, []);
  const leading = (
    <IconButton
      class="open-drawer"
      name={t('shell.channels')}
      icon="list"
      aria-expanded={isDrawerOpen}
      onClick={() => setDrawerOpen(true)}
    />
  );
  return (
    <ActionsContext.Provider value={actions}>
      <div class={`frame ${isDrawerOpen ? 'drawer-open' : ''}`}>
        <button type="button" class="skip" onClick={() => main.current?.focus()}>
          {t('shell.skipToMessages')}
        </button>
        <button
          type="button"
          class="skip"
          onClick={() => main.current?.querySelector<HTMLElement>(writing)?.focus()}
        >
          {t('shell.skipToComposer')}
        </button>
        <nav class="sidebar" aria-label={t('shell.sidebar')}>
          <SidebarHead onClose={() => setDrawerOpen(false)} />
          <div class="side-lists">
            <Sidebar view={shown.view} />
          </div>
        </nav>
        {isDrawerOpen && (
          <button
            type="button"
            class="veil"
            tabIndex={-1}
            aria-label={t('parts.close')}
            onClick={() => setDrawerOpen(false)}
          />
        )}
        <main ref={main} tabIndex={-1}>
          <TopBar view={shown.view} title={title} leading={leading} />
          <NoConnection />
          <ViewOf shown={shown} />
        </main>
        <BottomBar shown={shown} onChannels={() => setDrawerOpen(true)} />
        <Overlays />
        <StatusLine />
      </div>
    </ActionsContext.Provider>
  );
}
