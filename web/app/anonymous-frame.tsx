// The page of an anonymous viewer: what is web-public, and a login button.

import { useMemo } from 'preact/hooks';
import { EmptyState } from '../components/empty-state.tsx';
import { Icon } from '../components/icon.tsx';
import { ActionsContext } from '../data/actions.ts';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/words.ts';
import { Recent } from '../inbox/recent.tsx';
import { TopicsView } from '../inbox/topics-view.tsx';
import { AnonymousSidebar } from '../sidebar/anonymous-sidebar.tsx';
import { useAnonymousActions } from './anonymous-actions.ts';
import { anonymousView, isOpenToAnonymous } from './anonymous-views.ts';
import { appActions } from './app-actions.ts';
import { BottomChannels, BottomLink, BottomSearch } from './bottom-bar.tsx';
import { DropFiles } from './drop-files.tsx';
import { Layout } from './layout.tsx';
import { logInAddress } from './log-in.ts';
import { NarrowView } from './narrow-view.tsx';
import { TopBar } from './top-bar.tsx';
import { usePage } from './use-page.ts';
import { useTitle } from './use-title.ts';
import { type CurrentView, useView } from './use-view.ts';

function Login() {
  return (
    <a
      class="button primary"
      href="/login/"
      // The address at the time of the click.
      onClick={(event) => {
        event.currentTarget.href = logInAddress();
      }}
    >
      <Icon name="log-in" />
      {t('shell.logIn')}
    </a>
  );
}

function ViewOf({ shown: { view } }: { readonly shown: CurrentView }) {
  if (view && !isOpenToAnonymous(view)) {
    return (
      <EmptyState icon="lock" text={t('shell.membersOnly')}>
        <Login />
      </EmptyState>
    );
  }
  if (view?.kind === 'recent') return <Recent />;
  if (view?.kind === 'topics') return <TopicsView key={view.channelId} channelId={view.channelId} />;
  if (view?.kind !== 'narrow') {
    return (
      <EmptyState icon="info" text={t('shell.notFound')}>
        <a class="button" href="#feed">
          {t('shell.combined')}
        </a>
      </EmptyState>
    );
  }
  return (
    <NarrowView view={view}>
      <div class="visitor-bar">
        <p>{t('shell.visiting')}</p>
        <Login />
      </div>
    </NarrowView>
  );
}

export function AnonymousFrame() {
  const shown = anonymousView(useView());
  const title = useTitle(shown);
  const organization = useOrganization();
  const name = useOrganizationState((state) => state.realm_name ?? '');
  const actions = useMemo(() => appActions(organization), [organization]);
  usePage(organization, actions);
  useAnonymousActions();
  return (
    <ActionsContext.Provider value={actions}>
      <Layout
        fragment={shown.fragment}
        name={name}
        menu={<Login />}
        lists={<AnonymousSidebar view={shown.view} />}
        topBar={(leading) => <TopBar view={shown.view} title={title} leading={leading} />}
        bottomBar={(openDrawer) => (
          <nav class="bottom-bar" aria-label={t('shell.views')}>
            <BottomLink
              icon="combined"
              name={t('shell.combinedShort')}
              address="#feed"
              isHere={shown.view?.kind === 'narrow' && shown.view.terms.length === 0}
            />
            <BottomLink
              icon="recent"
              name={t('shell.recentShort')}
              address="#recent"
              isHere={shown.view?.kind === 'recent'}
            />
            <BottomChannels onOpen={openDrawer} />
            <BottomSearch />
          </nav>
        )}
      >
        <ViewOf shown={shown} />
        <DropFiles view={shown.view} />
      </Layout>
    </ActionsContext.Provider>
  );
}
