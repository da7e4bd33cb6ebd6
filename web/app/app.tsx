// The root component: a placeholder while the page opens, and then the page.

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { lazy } from '../components/lazy.tsx';
import { ServerReachableContext } from '../components/needs-server.tsx';
import { useRetry } from '../components/use-retry.ts';
import type { Organization } from '../data/organization.ts';
import {
  OrganizationContext,
  useOrganization,
  useOrganizationState,
  useSubscribed,
} from '../hooks/use-organization.ts';
import { prepareTimes } from '../i18n/dates.ts';
import { prepareFormats, t } from '../i18n/texts.ts';
import { isConversationWindow } from '../lib/conversation-window.ts';
import { onSystemTheme, showSettings, showSystemTheme } from './appearance.ts';
import { Frame } from './frame.tsx';
import { openOrganization } from './open-organization.ts';

const AnonymousFrame = lazy(
  async () => (await import('./anonymous-frame.tsx')).AnonymousFrame,
  // Its texts and styles are those of the first page.
  (load) => load(),
);

/** A conversation in a window of its own. */
const ConversationWindow = lazy(async () => (await import('./conversation-window.tsx')).ConversationWindow);

interface OpeningProps {
  readonly hasFailed: boolean;
  readonly onTryAgain?: () => void;
}

function Opening({ hasFailed, onTryAgain }: OpeningProps) {
  return (
    <main class="opening" aria-busy={!hasFailed}>
      <h1 class="only-spoken">Parley</h1>
      {hasFailed && (
        <div role="alert">
          <EmptyState icon="no-connection" title={t('frame.unreachable')}>
            <Button onClick={onTryAgain}>{t('common.retry')}</Button>
          </EmptyState>
        </div>
      )}
    </main>
  );
}

/** The page in the account's language; rendered again as a whole when that changes. */
function InLanguage() {
  const { isAnonymous } = useOrganization();
  const settings = useOrganizationState((state) => state.user_settings);
  const [language, setLanguage] = useState('');
  const [hasFailed, setFailed] = useState(false);
  function show() {
    if (!settings) return;
    setFailed(false);
    showSettings(settings).then(
      (isChosen) => isChosen && setLanguage(settings.default_language),
      () => setFailed(true),
    );
  }
  useEffect(() => {
    show();
    return onSystemTheme(show);
  }, [settings]);
  useRetry(hasFailed, show);
  if (language === '') return <Opening hasFailed={hasFailed} onTryAgain={show} />;
  if (isAnonymous) return <AnonymousFrame key={language} />;
  return isConversationWindow(location.search) ? (
    <ConversationWindow key={language} />
  ) : (
    <Frame key={language} />
  );
}

/** Provides to all descendants whether the server can be reached. */
function ServerReachability({ children }: { readonly children: ComponentChildren }) {
  const organization = useOrganization();
  const listen = useRef((listener: () => void) => organization.onConnection(listener));
  const isReachable = useSubscribed(listen.current, () => organization.connection === 'following');
  return <ServerReachableContext.Provider value={isReachable}>{children}</ServerReachableContext.Provider>;
}

interface Opened {
  readonly organization: Organization;
  /** The attempt that opened it. A new one remounts everything that listens to the previous organization. */
  readonly attempt: number;
}

export function App() {
  const [opened, setOpened] = useState<Opened>();
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  function tryAgain() {
    setFailed(false);
    setAttempt(attempt + 1);
  }
  useRetry(hasFailed, tryAgain);
  // A layout effect, because another one waits until the empty page is painted.
  useLayoutEffect(() => {
    showSystemTheme();
    const unmounted = new AbortController();
    openOrganization((organization) => setOpened({ organization, attempt }), unmounted.signal).catch(() => {
      if (!unmounted.signal.aborted) setFailed(true);
    });
    // While the stored state is read, or the server's answer is awaited.
    setTimeout(prepareFormats);
    setTimeout(prepareTimes);
    return () => unmounted.abort();
  }, [attempt]);
  if (opened) {
    return (
      <OrganizationContext.Provider value={opened.organization}>
        <ServerReachability key={opened.attempt}>
          <InLanguage />
        </ServerReachability>
      </OrganizationContext.Provider>
    );
  }
  return <Opening hasFailed={hasFailed} onTryAgain={tryAgain} />;
}
