// The page of an anonymous viewer: the web-public channels, and a login button.

import { useMemo } from 'preact/hooks';
import { EmptyState } from '../components/empty-state.tsx';
import { Icon } from '../components/icon.tsx';
import { ActionsContext } from '../data/actions.ts';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { AnonymousSidebar } from '../sidebar/anonymous-sidebar.tsx';
import { useAnonymousActions } from './anonymous-actions.ts';
import { anonymousView, isOpenToAnonymous } from './anonymous-views.ts';
import { appActions } from './app-actions.ts';
import { BottomChannels, BottomLink, BottomSearch } from './bottom-bar.tsx';
import { DropFiles } from './drop-files.tsx';
import { Layout } from './layout.tsx';
import { layoutKindOf } from './layout-kind.ts';
import { Recent, TopicsView } from './lazy-lists.ts';
import { loginAddress } from './login-address.ts';
import { NarrowView } from './narrow-view.tsx';
import { PageTitle } from './page-title.ts';
import { TopBar } from './top-bar.tsx';
import { usePage } from './use-page.ts';
import { type CurrentView, useView } from './use-view.ts';
import { useViewName } from './use-view-name.ts';

function Login() {
  return (
    <a
      class="button primary"
      href="/login/"
      // The address at the time of the click.
      onClick={(event) => {
        event.currentTarget.href = loginAddress();
      }}
    >
      <Icon name="log-in" />
      {t('frame.logIn')}
    </a>
  );
}

function ViewOf({ currentView: { view } }: { readonly currentView: CurrentView }) {
  if (view && !isOpenToAnonymous(view)) {
    return (
      <EmptyState icon="lock" title={t('frame.membersOnly')}>
        <Login />
      </EmptyState>
    );
  }
  if (view?.kind === 'recent') return <Recent />;
  if (view?.kind === 'topics') return <TopicsView key={view.channelId} channelId={view.channelId} />;
  if (view?.kind !== 'narrow') {
    return (
      <EmptyState icon="info" title={t('frame.notFound')}>
        <a class="button" href="#feed">
          {t('frame.combined')}
        </a>
      </EmptyState>
    );
  }
  return (
    <NarrowView view={view}>
      <div class="anonymous-bar">
        <p>{t('frame.viewingAnonymously')}</p>
        <Login />
      </div>
    </NarrowView>
  );
}

export function AnonymousFrame() {
  const currentView = anonymousView(useView());
  const title = useViewName(currentView.view);
  const organization = useOrganization();
  const name = useOrganizationState((state) => state.realm_name ?? '');
  const actions = useMemo(() => appActions(organization), [organization]);
  usePage(organization, actions);
  useAnonymousActions();
  return (
    <ActionsContext.Provider value={actions}>
      <PageTitle view={currentView.view} />
      <Layout
        kind={layoutKindOf(currentView.view, organization.ownId)}
        fragment={currentView.fragment}
        name={name}
        menu={<Login />}
        lists={<AnonymousSidebar view={currentView.view} />}
        topBar={(leading) => <TopBar view={currentView.view} title={title} leading={leading} />}
        bottomBar={(openDrawer) => (
          <nav class="bottom-bar" aria-label={t('frame.views')}>
            <BottomLink
              icon="combined"
              name={t('frame.combinedShort')}
              address="#feed"
              isHere={currentView.view?.kind === 'narrow' && currentView.view.terms.length === 0}
            />
            <BottomLink
              icon="recent"
              name={t('frame.recentShort')}
              address="#recent"
              isHere={currentView.view?.kind === 'recent'}
            />
            <BottomChannels onOpen={openDrawer} />
            <BottomSearch />
          </nav>
        )}
      >
        <ViewOf currentView={currentView} />
        <DropFiles view={currentView.view} />
      </Layout>
    </ActionsContext.Provider>
  );
}
