// The page of somebody who is logged in.

import { useEffect, useMemo } from 'preact/hooks';
import { ActionsContext } from '../link/actions.ts';
import { reportPresence } from '../link/report-presence.ts';
import { useOrganization, useOrganizationState } from '../link/use-organization.ts';
import { MenuButton } from '../parts/menu.tsx';
import { Sidebar } from '../sidebar/sidebar.tsx';
import { t } from '../words/words.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Layout } from './layout.tsx';
import { mainMenu } from './main-menu.ts';
import { useNotifying } from './notifying.ts';
import { usePageActions } from './page-actions.ts';
import { roomActions } from './room-actions.ts';
import { TopBar } from './top-bar.tsx';
import { usePage } from './use-page.ts';
import { useTitle } from './use-title.ts';
import { useView } from './use-view.ts';
import { ViewOf } from './view-of.tsx';

/** Everything that is seen once the organization is there. */
export function Frame() {
  const shown = useView();
  const title = useTitle(shown);
  const organization = useOrganization();
  const name = useOrganizationState((state) => state.realm_name ?? '');
  const actions = useMemo(() => roomActions(organization), [organization]);
  usePage(organization, actions);
  usePageActions(organization);
  useNotifying(organization, actions.go);
  useEffect(() => {
    const gone = new AbortController();
    reportPresence(organization, gone.signal);
    return () => gone.abort();
  }, []);
  return (
    <ActionsContext.Provider value={actions}>
      <Layout
        fragment={shown.fragment}
        name={name}
        menu={<MenuButton name={t('shell.menu')} icon="menu" items={() => mainMenu(organization)} />}
        lists={<Sidebar view={shown.view} />}
        topBar={(leading) => <TopBar view={shown.view} title={title} leading={leading} />}
        bottomBar={(openDrawer) => <BottomBar shown={shown} onChannels={openDrawer} />}
      >
        <ViewOf shown={shown} />
      </Layout>
    </ActionsContext.Provider>
  );
}
