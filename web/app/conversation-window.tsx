// The page of a window that shows one conversation, without the sidebar.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { focusView } from '../components/focus-view.ts';
import { keepFocus } from '../components/keep-focus.ts';
import { lazyPart } from '../components/lazy.tsx';
import { Overlays } from '../components/overlays.tsx';
import { StatusLine } from '../components/status-line.tsx';
import { ActionsContext } from '../data/actions.ts';
import { openInMain } from '../data/conversation-windows.ts';
import { useKeys } from '../data/key-actions.ts';
import { reportPresence } from '../data/report-presence.ts';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { viewAt } from '../lib/address.ts';
import { narrowTargetIn } from '../sidebar/sidebar-model.ts';
import type { NarrowTarget } from '../store/narrow-targets.ts';
import { isSameNarrow } from '../store/same-narrow.ts';
import { unreadIds } from '../store/unread-ids.ts';
import { appActions } from './app-actions.ts';
import { ConversationPane } from './conversation-pane.tsx';
import { showShortcuts } from './lazy-dialogs.ts';
import { NoConnection } from './no-connection.tsx';
import { useNotifications } from './use-notifications.ts';
import { usePage } from './use-page.ts';
import { useTitle } from './use-title.ts';
import { useViewName } from './use-view-name.ts';

const CallLayer = lazyPart(async () => (await import('../calls/parts.ts')).CallLayer);

/** The address of the conversation. Whatever else the page is sent to is shown in the main window. */
function useOwnAddress(ownId: number) {
  const [address, setAddress] = useState(() => location.hash);
  const own = useRef(address);
  useLayoutEffect(() => {
    const update = () => {
      if (viewAt(own.current)?.kind === 'narrow' && !isSameNarrow(own.current, location.hash, ownId)) {
        openInMain(location.hash);
        // What the entry stores stays: how many views precede it.
        history.replaceState(history.state, '', own.current);
        return;
      }
      own.current = location.hash;
      setAddress(location.hash);
    };
    addEventListener('hashchange', update);
    return () => removeEventListener('hashchange', update);
  }, []);
  return {
    address,
    replace(to: string) {
      own.current = to;
      location.replace(to);
    },
  };
}

/** The window's title and icon, with the number of unread messages in the conversation. */
function useWindowTitle(address: string, target: NarrowTarget | undefined): void {
  const name = useViewName(viewAt(address));
  const organization = useOrganizationState((state) => state.realm_name ?? '');
  const count = useOrganizationState((state) =>
    target?.kind === 'topic' || target?.kind === 'direct' || target?.kind === 'channel'
      ? unreadIds(state, target).length
      : 0,
  );
  useTitle({ name, organization, count, hasBadge: false });
}

export function ConversationWindow() {
  const organization = useOrganization();
  const { ownId } = organization;
  const { address, replace } = useOwnAddress(ownId);
  const target = narrowTargetIn(viewAt(address), ownId);
  const go = (to: string) => {
    if (isSameNarrow(address, to, ownId)) location.hash = to;
    else openInMain(to);
  };
  const main = useRef<HTMLElement>(null);
  const latest = useRef(go);
  latest.current = go;
  const actions = useMemo(
    () => appActions(organization, undefined, { go: (to) => latest.current(to), replace }),
    [organization],
  );
  usePage(organization, actions);
  useKeys({ leave: focusView, shortcuts: () => showShortcuts() });
  useNotifications(organization, openInMain);
  useWindowTitle(address, target);
  useEffect(() => {
    focusView();
    return keepFocus(() => main.current);
  }, []);
  useEffect(() => {
    const unmounted = new AbortController();
    reportPresence(organization, unmounted.signal);
    return () => unmounted.abort();
  }, []);
  return (
    <ActionsContext.Provider value={actions}>
      <main ref={main} class="conversation-window" tabIndex={-1}>
        <NoConnection />
        <ConversationPane
          class="window-pane"
          label={t('beside.conversation')}
          address={address}
          isAlone
          onGo={go}
          onReplace={replace}
        />
        <StatusLine />
      </main>
      <CallLayer />
      <Overlays />
    </ActionsContext.Provider>
  );
}
