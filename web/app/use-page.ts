// What goes on as long as the page is shown, whoever reads it.

import { useLayoutEffect } from 'preact/hooks';
import { showTooltips } from '../components/tooltip.ts';
import type { Actions } from '../data/actions.ts';
import type { Organization } from '../data/organization.ts';
import { listenToKeys } from './keys.ts';
import { listenToMentions } from './mentions.ts';
import { useNewerBuild } from './newer-build.ts';
import { useToldBrowser } from './told-browser.ts';

export function usePage(organization: Organization, actions: Actions): void {
  useNewerBuild(organization);
  useToldBrowser(organization);
  useLayoutEffect(() => {
    const gone = new AbortController();
    showTooltips(gone.signal);
    listenToKeys(gone.signal);
    listenToMentions(organization, actions, gone.signal);
    return () => gone.abort();
  }, []);
}
