// What stands while the page opens, and then the page.

import { useEffect, useState } from 'preact/hooks';
import type { Organization } from '../link/organization.ts';
import { OrganizationContext, useOrganization, useOrganizationState } from '../link/use-organization.ts';
import { t } from '../words/words.ts';
import { onSystemTheme, showSettings, showSystemTheme } from './appearance.ts';
import { Frame } from './frame.tsx';
import { open } from './open.ts';
import { VisitorFrame } from './visitor-frame.tsx';

function Opening({ hasFailed }: { readonly hasFailed: boolean }) {
  return (
    <main class="opening" aria-busy={!hasFailed}>
      <h1 class="only-spoken">Parley</h1>
      {hasFailed && <p role="alert">{t('shell.unreachable')}</p>}
    </main>
  );
}

/** The page in the person's language: rendered anew as a whole where that changes. */
function InLanguage() {
  const { isVisitor } = useOrganization();
  const settings = useOrganizationState((state) => state.user_settings);
  const [language, setLanguage] = useState('');
  useEffect(() => {
    if (!settings) return undefined;
    const show = () => showSettings(settings).then(() => setLanguage(settings.default_language));
    void show();
    return onSystemTheme(() => void show());
  }, [settings]);
  if (language === '') return <Opening hasFailed={false} />;
  return isVisitor ? <VisitorFrame key={language} /> : <Frame key={language} />;
}

/** The whole page. */
export function Shell() {
  const [organization, setOrganization] = useState<Organization>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    showSystemTheme();
    const gone = new AbortController();
    open(setOrganization, gone.signal).catch(() => {
      if (!gone.signal.aborted) setFailed(true);
    });
    return () => gone.abort();
  }, []);
  if (organization) {
    return (
      <OrganizationContext.Provider value={organization}>
        <InLanguage />
      </OrganizationContext.Provider>
    );
  }
  return <Opening hasFailed={hasFailed} />;
}
