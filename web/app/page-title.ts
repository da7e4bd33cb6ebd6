// Sets the page's title: view, organization and unread count.

import { useEffect } from 'preact/hooks';
import { useOrganizationState } from '../hooks/use-organization.ts';
import type { View } from '../lib/address.ts';
import { showIconCount, titleCount, titleText } from './title.ts';
import { viewName } from './view-names.ts';

/** Renders nothing. A component of its own, since the count changes with every message. */
export function PageTitle({ view }: { readonly view: View | undefined }): null {
  const name = useOrganizationState((state) => viewName(view, state));
  const organization = useOrganizationState((state) => state.realm_name ?? '');
  const count = useOrganizationState(titleCount);
  useEffect(() => {
    document.title = titleText(name, organization, count);
    void showIconCount(count);
    // On the icon of an installed client; without a permission, on iOS, it is refused.
    navigator.setAppBadge?.(count).catch(() => undefined);
  }, [name, organization, count]);
  return null;
}
