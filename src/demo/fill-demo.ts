// The demo organization: fixed people, channels and messages, so that anything may rely on them.

import { insertAccount } from '../model/accounts/create.ts';
import { hashPassword } from '../model/accounts/credentials.ts';
import { insertChannel } from '../model/channels/create.ts';
import { createOrganization } from '../model/organizations/create.ts';
import { allOrganizationRows, readOrganization } from '../model/organizations/store.ts';
import { subscribe } from '../model/subscriptions/change.ts';
import type { Services } from '../operations/services.ts';
import { UnusableDatabase } from '../storage/migrations/migrate.ts';
import { demoChannels, demoPeople } from './demo-data.ts';

const DEMO_PASSWORD = 'demo-password';

/** Fills an empty database with the demo organization; refuses one that holds a real organization. */
export async function fillDemo(services: Services): Promise<void> {
  const present = await allOrganizationRows(services.database.reader(0));
  if (present.some((row) => row.is_demo === 0)) {
    throw new UnusableDatabase('The data directory holds a real organization: --demo needs one of its own.');
  }
  if (present.length > 0) return;
  const { database, keyring } = services;
  const organizationId = await createOrganization(database, keyring, { name: 'Parley Demo', host: '', isDemo: true });
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await database.write(organizationId, async (writer) => {
    const ids = new Map<string, number>();
    for (const person of demoPeople) {
      ids.set(person.key, await insertAccount(writer, keyring, {
        email: person.email,
        fullName: person.fullName,
        role: person.role,
        passwordHash: person.owner ? null : passwordHash,
        botType: person.owner ? 1 : null,
        botOwnerId: person.owner ? (ids.get(person.owner) ?? null) : null,
        timezone: 'UTC',
        settings: JSON.stringify({ email_address_visibility: 1 }),
      }));
    }
    const organization = await readOrganization(writer);
    const administrators = organization.systemGroupIds['role:administrators'];
    for (const channel of demoChannels) {
      const id = await insertChannel(writer, organization, {
        name: channel.name,
        description: channel.description,
        renderedDescription: `<p>${channel.description}</p>`,
        creatorId: ids.get('olive') ?? null,
        isPrivate: channel.kind === 'protected',
        isWebPublic: channel.kind === 'web-public',
        isHistoryPublic: channel.kind !== 'protected',
        isDefault: channel.isDefault ?? false,
        ...(channel.onlyAdministratorsPost && { groupSettings: { can_send_message_group: administrators } }),
      });
      for (const key of channel.subscribers) {
        const accountId = ids.get(key);
        if (accountId !== undefined) await subscribe(writer, accountId, id);
      }
    }
  });
}

