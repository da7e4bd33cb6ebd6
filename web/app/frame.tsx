// The page of a logged-in account.

import { useEffect, useMemo, useRef } from 'preact/hooks';
import { IconButton } from '../components/button.tsx';
import { focusView } from '../components/focus-view.ts';
import { lazyPart } from '../components/lazy.tsx';
import { loadSecondary } from '../components/lazy-chunks.ts';
import { MenuButton } from '../components/menu.tsx';
import { ActionsContext } from '../data/actions.ts';
import { besideAddress } from '../data/beside-address.ts';
import { KeyScope, useKeys } from '../data/key-actions.ts';
import { reportPresence } from '../data/report-presence.ts';
import { rememberVisit } from '../data/visited-conversations.ts';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { GoTo } from '../sidebar/go-to.tsx';
import { narrowTargetIn } from '../sidebar/sidebar-model.ts';
import { appActions } from './app-actions.ts';
import { BottomBar } from './bottom-bar.tsx';
import { ComposerBelow } from './composer-below.tsx';
import { Layout } from './layout.tsx';
import { layoutKindOf } from './layout-kind.ts';
import { usePageActions } from './page-actions.ts';
import { PageTitle } from './page-title.ts';
import { TopBar } from './top-bar.tsx';
import { type Aside, useAside } from './use-aside.ts';
import { useNotifications } from './use-notifications.ts';
import { usePage } from './use-page.ts';
import { useView } from './use-view.ts';
import { useViewName } from './use-view-name.ts';
import { ViewScreen } from './view-screen.tsx';

const loadPeople = () => import('../people/people-column.tsx');
// Their texts and styles are those of the first page.
const PeopleColumn = lazyPart(
  async () => (await loadPeople()).PeopleColumn,
  (load) => load(),
);
const TopicPeople = lazyPart(async () => (await import('../people/topic-people.tsx')).TopicPeople);
const DropFiles = lazyPart(
  async () => (await import('./drop-files.tsx')).DropFiles,
  (load) => load(),
);

function PeopleButton({ aside }: { readonly aside: Aside }) {
  return (
    <IconButton
      class="open-aside"
      name={t('frame.people')}
      icon="people"
      keyHint="W"
      aria-expanded={aside.isOpen}
      onClick={aside.isOpen ? aside.close : aside.open}
    />
  );
}

/** The conversation beside the view has keys of its own. */
const viewScope = { current: { contains: (element: Element | null) => !element?.closest('.beside') } };

const SecondConversation = lazyPart(
  async () => (await import('./second-conversation.tsx')).SecondConversation,
);
const OwnFooter = lazyPart(async () => (await import('./own-footer.tsx')).OwnFooter);
const CallLayer = lazyPart(async () => (await import('../calls/parts.ts')).CallLayer);
const ListTools = lazyPart(async () => (await import('../inbox/list-tools.tsx')).ListTools);

/** Everything shown once the organization is loaded. */
export function Frame() {
  const currentView = useView();
  const title = useViewName(currentView.view);
  const organization = useOrganization();
  const name = useOrganizationState((state) => state.realm_name ?? '');
  const viewKind = currentView.view?.kind;
  const kind = layoutKindOf(currentView.view, organization.ownId);
  const target = narrowTargetIn(currentView.view, organization.ownId);
  /** Whether the people column gets the focus once it is rendered. */
  const isFilterWanted = useRef(false);
  const beside = besideAddress();
  const aside = useAside(kind === 'conversation' && beside === '' ? target : undefined, currentView.fragment);
  const actions = useMemo(() => appActions(organization), [organization]);
  usePage(organization, actions);
  usePageActions(organization, actions);
  useKeys({
    filterPeople: () => {
      aside.open();
      isFilterWanted.current = true;
      // By then, and before the next key press, the column is rendered if its code is loaded.
      queueMicrotask(() => document.getElementById('people-filter')?.focus());
    },
  });
  useEffect(() => {
    if (target) rememberVisit(organization.ownId, target);
  }, [currentView.fragment]);
  function leavePeopleColumn() {
    if (!aside.isBeside) aside.close();
    focusView();
  }
  useNotifications(organization, actions.go);
  // So that the key that filters people finds the column.
  useEffect(() => void loadPeople().catch(() => undefined), []);
  useEffect(() => {
    const unmounted = new AbortController();
    reportPresence(organization, unmounted.signal);
    return () => unmounted.abort();
  }, []);
  /** On phones the menu is above the views, since the sidebar is hidden there. */
  const menu = (more?: string, align?: 'end') => (
    <MenuButton
      name={t('frame.menu')}
      icon="menu"
      items={async () => (await loadSecondary(() => import('./main-menu.ts'))).mainMenu(organization)}
      {...(more && { class: more })}
      {...(align && { align })}
    />
  );
  return (
    <ActionsContext.Provider value={actions}>
      <PageTitle view={currentView.view} />
      <Layout
        kind={kind}
        isInbox={viewKind === 'inbox'}
        fragment={currentView.fragment}
        name={name}
        menu={menu()}
        lists={
          <>
            <GoTo view={currentView.view} fragment={currentView.fragment} />
            <OwnFooter />
          </>
        }
        topBar={(leading) => (
          <TopBar
            view={currentView.view}
            title={title}
            leading={leading}
            trailing={
              <>
                {(viewKind === 'inbox' || viewKind === 'recent') && (
                  <ListTools key={viewKind} list={viewKind} />
                )}
                {viewKind !== 'narrow' && menu('phone-menu', 'end')}
                {target?.kind === 'topic' && (
                  <TopicPeople
                    target={target}
                    isOpen={aside.isOpen}
                    onPress={aside.isOpen ? aside.close : aside.open}
                  />
                )}
                {kind === 'conversation' && <PeopleButton aside={aside} />}
              </>
            }
          />
        )}
        bottomBar={(openDrawer) => <BottomBar currentView={currentView} onChannels={openDrawer} />}
        aside={
          aside.isOpen && (
            <PeopleColumn
              target={target}
              isFilterWanted={isFilterWanted}
              onClose={aside.close}
              onLeave={leavePeopleColumn}
            />
          )
        }
        isAsideBeside={aside.isBeside}
        onCloseAside={aside.close}
        beside={
          <>
            {beside && <SecondConversation address={beside} />}
            <CallLayer />
          </>
        }
      >
        <KeyScope.Provider value={viewScope}>
          <ViewScreen currentView={currentView} />
        </KeyScope.Provider>
        <DropFiles view={currentView.view} />
        {viewKind !== 'narrow' && <ComposerBelow key={currentView.fragment} />}
      </Layout>
    </ActionsContext.Provider>
  );
}
