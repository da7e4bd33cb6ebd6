// Sets the page's title: view, organization and unread count.

import { useOrganizationState } from '../hooks/use-organization.ts';
import type { View } from '../lib/address.ts';
import { titleCount } from './title.ts';
import { useTitle } from './use-title.ts';
import { useViewName } from './use-view-name.ts';

/** Renders nothing. A component of its own, since the count changes with every message. */
export function PageTitle({ view }: { readonly view: View | undefined }): null {
  const name = useViewName(view);
  const organization = useOrganizationState((state) => state.realm_name ?? '');
  const count = useOrganizationState(titleCount);
  useTitle({ name, organization, count, hasBadge: true });
  return null;
}
