// Updates profile fields from a provider's claims at every sign-in.

import { changeValues } from '../../actions/profile-fields/change-values.ts';
import { clientError } from '../../api-contract/error.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { Role } from '../../model/accounts/roles.ts';
import type { PersonClaims } from '../../model/sign-in/identity.ts';
import { renderedChanges } from '../../queries/profile-fields/render-values.ts';
import { readFields } from '../../stores/profile-fields/profile-field-store.ts';
import type { Services } from '../services.ts';

/** The claims, and the account they are about. */
interface ProfileClaims {
  readonly hub: OrganizationHub;
  readonly accountId: number;
  /** The organization's address as the person reached it. */
  readonly organizationUrl: string;
  readonly profile: PersonClaims['profile'];
}

/** Sets profile fields to the claimed values. Skips unknown fields and invalid values. */
export async function updateProfileFromClaims(
  services: Services,
  { hub, accountId, organizationUrl, profile }: ProfileClaims,
): Promise<void> {
  if (profile.length === 0) return;
  const { database, log } = services;
  const fields = await readFields(hub.reader);
  const account = (await services.hubs.upToDate(hub.id)).state.account(accountId);
  if (!account) return;
  const context = { state: hub.state, reader: hub.reader, organizationUrl };
  for (const { field: name, value } of profile) {
    const field = fields.find((field) => field.name === name);
    if (!field) continue;
    try {
      const changes = await renderedChanges(context, account, [{ id: field.id, value }]);
      // Acts with an administrator's permissions, since people may not fill all fields themselves.
      await database.write(hub.id, (writer) => changeValues(writer, accountId, Role.administrator, changes));
    } catch (thrown) {
      const error = clientError(thrown);
      log.warn(
        { event: 'profile_not_followed', field: name, reason: error.message },
        'profile value rejected',
      );
    }
  }
}
