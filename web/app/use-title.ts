// Sets the page's title: view, organization and unread count.

import { useEffect } from 'preact/hooks';
import { useOrganizationState } from '../hooks/use-organization.ts';
import { showIconCount, titleCount, titleText } from './title.ts';
import type { CurrentView } from './use-view.ts';
import { viewName } from './view-names.ts';

/** Returns the name of the view. */
export function useTitle({ view }: CurrentView): string {
  const name = useOrganizationState((state) => viewName(view, state));
  const organization = useOrganizationState((state) => state.realm_name ?? '');
  const count = useOrganizationState(titleCount);
  useEffect(() => {
    document.title = titleText(name, organization, count);
    void showIconCount(count);
  }, [name, organization, count]);
  return name;
}
