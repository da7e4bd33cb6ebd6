// Events for a change of an account's real email address or of who may see it. Only viewers who now see
// something different receive the address. The API address, and pictures found by it, may change for everyone.

import type { NewEvent } from '../../api-contract/event.ts';
import type { Account } from '../accounts/account.ts';
import type { Organization } from '../organizations/organization.ts';
import { apiEmail, maySeeEmail } from './account-email.ts';
import { avatarUrl } from './avatar-url.ts';
import { personChanged } from './person-events.ts';

function visibleEmail(viewer: Account, account: Account): string | null {
  return maySeeEmail(viewer, account) ? account.email : null;
}

/** @param viewers all accounts of the organization */
export function emailEvents(
  organization: Organization,
  before: Account,
  after: Account,
  viewers: readonly Account[],
): NewEvent[] {
  const events: NewEvent[] = [];
  for (const address of [after.email, null]) {
    const ids = viewers
      .filter((viewer) => visibleEmail(viewer, after) === address && visibleEmail(viewer, before) !== address)
      .map((viewer) => viewer.id);
    if (ids.length > 0) {
      events.push(personChanged({ user_id: after.id, delivery_email: address }, { kind: 'accounts', ids }));
    }
  }
  const newEmail = apiEmail(after, organization);
  if (newEmail !== apiEmail(before, organization))
    events.push(personChanged({ user_id: after.id, new_email: newEmail }));
  return [...events, ...avatarEvents(organization, before, after)];
}

/** A change of the picture's URLs, if they changed. */
export function avatarEvents(organization: Organization, before: Account, after: Account): NewEvent[] {
  const url = avatarUrl(after, organization);
  if (url === avatarUrl(before, organization)) return [];
  return [
    personChanged({
      user_id: after.id,
      avatar_url: url,
      avatar_source: after.avatarSource,
      avatar_url_medium: avatarUrl(after, organization, true),
      avatar_version: after.avatarVersion,
    }),
  ];
}
