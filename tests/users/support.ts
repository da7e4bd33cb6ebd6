// Helpers for tests of accounts: flags and settings that no operation changes.

import type { Writer } from '../../src/storage/reader-writer.ts';
import { updateAccount } from '../../src/stores/accounts/account-store.ts';
import { readOrganization, updateOrganization } from '../../src/stores/organizations/organization-store.ts';
import type { ApiClient } from '../support/client.ts';
import type { TestServer } from '../support/server.ts';

const ORGANIZATION = 1;

/** Changes the database as the server's commands do, and notifies the server. */
export async function command(
  server: TestServer,
  touches: { readonly accounts?: readonly number[]; readonly organization?: true },
  change: (writer: Writer) => Promise<void>,
): Promise<void> {
  await server.server.services.database.write(ORGANIZATION, async (writer) => {
    await change(writer);
    writer.emit({ type: '_changed', audience: { kind: 'nobody' }, payload: {}, touches });
  });
}

/** Sets flags of an account that only the server's commands can set. */
export function grant(
  server: TestServer,
  client: ApiClient,
  flags: { readonly can_create_users?: 1; readonly can_change_user_emails?: 1 },
): Promise<void> {
  return command(server, { accounts: [client.userId] }, (writer) =>
    updateAccount(writer, client.userId, flags),
  );
}

/** Changes settings of the organization without its operation. */
export function configure(server: TestServer, settings: Readonly<Record<string, unknown>>): Promise<void> {
  return command(server, { organization: true }, async (writer) => {
    const organization = await readOrganization(writer);
    const all = Object.entries({ ...organization.settings, ...settings });
    await updateOrganization(writer, { settings: JSON.stringify(Object.fromEntries(all)) });
  });
}

/** Limits guests to seeing only the people they share a conversation with. */
export async function limitGuests(server: TestServer, isLimited: boolean): Promise<void> {
  const olive = await server.as('olive');
  const { realm_user_groups: groups } = (await olive.registerQueue()).snapshot;
  const name = isLimited ? 'role:members' : 'role:everyone';
  const group = groups.find((one: { name: string }) => one.name === name);
  await olive.ok('PATCH', '/realm', { can_access_all_users_group: { new: group.id } });
}
