// A view of an organization that stays as it is.

import { nowSeconds } from '../../api-contract/time.ts';
import { isAllowed } from '../../model/groups/group.ts';
import type { ProfileValue } from '../../model/profile-fields/value.ts';
import type { OrganizationView } from './organization-view.ts';

/** What a view that stays is made of. */
export type ViewContents = Pick<
  OrganizationView,
  'id' | 'sequence' | 'versions' | 'organization' | 'accounts' | 'channels' | 'groups' | 'presence' | 'origin'
> & {
  readonly profileValues: ReadonlyMap<number, readonly ProfileValue[]>;
  readonly knownToGuests: ReadonlyMap<number, ReadonlySet<number>>;
};

/** A view of what does not change any more. */
export function lastingView(contents: ViewContents): OrganizationView {
  const { profileValues, knownToGuests, ...rest } = contents;
  const view: OrganizationView = {
    ...rest,
    waitingPeriodDays: rest.organization.settings.waiting_period_threshold,
    account: (id) => rest.accounts.get(id),
    channel: (id) => rest.channels.get(id),
    profileValues: (id) => profileValues.get(id) ?? [],
    accountsKnownTo: (id) => knownToGuests.get(id),
    allows: (value, account) => isAllowed(view, value, account, nowSeconds()),
  };
  return view;
}
