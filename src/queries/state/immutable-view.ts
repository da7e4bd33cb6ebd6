// Creates immutable views of an organization, which requests read while its state changes.

import { nowSeconds } from '../../api-contract/time.ts';
import { isAllowed } from '../../model/groups/user-group.ts';
import type { ProfileValue } from '../../model/profile-fields/profile-value.ts';
import type { OrganizationView } from './organization-view.ts';

/** The contents of an immutable view. */
export type ViewContents = Pick<
  OrganizationView,
  'id' | 'sequence' | 'versions' | 'organization' | 'accounts' | 'channels' | 'groups' | 'presence' | 'origin'
> & {
  readonly profileValues: ReadonlyMap<number, readonly ProfileValue[]>;
  readonly knownToGuests: ReadonlyMap<number, ReadonlySet<number>>;
};

export function immutableView(contents: ViewContents): OrganizationView {
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
