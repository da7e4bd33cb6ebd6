// Creates the demo organization: fixed people, channels and messages, so that tests and documentation can
// rely on them.

import { setTimeout } from 'node:timers/promises';
import { changeGrants } from '../actions/accounts/grants.ts';
import type { Services } from '../api/services.ts';
import { DAY } from '../api-contract/time.ts';
import { hashPassword } from '../model/accounts/password-hash.ts';
import { UnusableDatabaseError } from '../storage/migrations/migrate.ts';
import type { Writer } from '../storage/reader-writer.ts';
import { insertAccount } from '../stores/accounts/insert-account.ts';
import { insertChannel } from '../stores/channels/insert-channel.ts';
import { beginDemo, completeDemo, deploymentRow } from '../stores/deployment/deployment-store.ts';
import { createOrganization } from '../stores/organizations/create-organization.ts';
import { allOrganizationRows, readOrganization } from '../stores/organizations/organization-store.ts';
import { addFirstSubscribers } from '../stores/subscriptions/first-subscribers.ts';
import { demoChannels, demoPeople, demoSettings, demoUserCreators } from './demo-data.ts';
import { performerAt } from './perform.ts';
import { postStories } from './post-stories.ts';

const DEMO_PASSWORD = 'demo-password';
/** The personal setting that makes an email address visible to everyone. */
const EVERYONE_SEES_ADDRESS = { email_address_visibility: 1 };
/** How long another server that fills the database may pause. */
const IDLE_SECONDS = 30;
const HALF_FILLED =
  'Filling the demo organization was interrupted: give --demo an empty data directory or database, or empty this one.';
/** People and channels are older than the messages. */
const AGE_SECONDS = 30 * DAY;

/** Fills an empty database with the demo organization. @throws UnusableDatabaseError if it holds a real organization */
export async function fillDemo(services: Services): Promise<void> {
  const existing = await allOrganizationRows(services.database.reader(0));
  if (existing.some((row) => row.is_demo === 0)) {
    throw new UnusableDatabaseError(
      'The data directory holds a real organization: --demo needs one of its own.',
    );
  }
  const { database, keyring } = services;
  // A demo from before `demo_state` existed is complete.
  if (existing.length > 0 && (await deploymentRow(database.reader(0)))?.demo_state == null) return;
  if (!(await database.write(0, beginDemo))) return waitUntilFilled(services);
  const organization = { name: 'Parley Demo', host: '', isDemo: true };
  const organizationId = await createOrganization(database, keyring, organization);
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const ids = await database.write(organizationId, async (writer) => {
    const people = await insertPeople(services, writer, passwordHash);
    await insertChannels(writer, people);
    for (const key of demoUserCreators) {
      await changeGrants(writer, people.get(key) ?? 0, ['can_create_users'], 'grant');
    }
    const since = writer.now - AGE_SECONDS;
    await writer.db
      .updateTable('account')
      .set({ date_joined: since, last_login_at: since })
      .where('organization_id', '=', organizationId)
      .execute();
    await writer.db
      .updateTable('channel')
      .set({ created_at: since })
      .where('organization_id', '=', organizationId)
      .execute();
    return people;
  });
  const hub = await services.hubs.upToDate(organizationId);
  const performer = performerAt(services, hub);
  const owner = ids.get('olive') ?? 0;
  for (const [operation, values] of demoSettings) await performer.perform(owner, operation, values);
  await postStories(services, hub, ids);
  await database.write(0, completeDemo);
}

/** Waits while another server fills the same database. @throws UnusableDatabaseError if that was abandoned */
async function waitUntilFilled({ database }: Services): Promise<void> {
  const reader = database.reader(0);
  const idleLimit = database.engine === 'postgres' ? IDLE_SECONDS : 0;
  let newest = 0;
  for (let idle = 0; ; idle++) {
    if ((await deploymentRow(reader))?.demo_state === 'filled') return;
    const [organization] = await allOrganizationRows(reader);
    const sequence = organization ? await database.sequence(database.reader(organization.id)) : 0;
    if (sequence > newest) idle = 0;
    newest = sequence;
    if (idle >= idleLimit) throw new UnusableDatabaseError(HALF_FILLED);
    await setTimeout(1000);
  }
}

async function insertPeople(
  { keyring }: Services,
  writer: Writer,
  passwordHash: string,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const person of demoPeople) {
    const owner = person.owner === undefined ? undefined : ids.get(person.owner);
    const id = await insertAccount(writer, keyring, {
      email: person.email,
      fullName: person.fullName,
      role: person.role,
      passwordHash: owner === undefined ? passwordHash : null,
      botType: owner === undefined ? null : 1,
      botOwnerId: owner ?? null,
      timezone: 'UTC',
      settings: JSON.stringify(EVERYONE_SEES_ADDRESS),
    });
    ids.set(person.key, id);
  }
  return ids;
}

async function insertChannels(writer: Writer, people: ReadonlyMap<string, number>): Promise<void> {
  const organization = await readOrganization(writer);
  const administrators = organization.systemGroupIds['role:administrators'];
  for (const channel of demoChannels) {
    const id = await insertChannel(writer, organization, {
      name: channel.name,
      description: channel.description,
      renderedDescription: `<p>${channel.description}</p>`,
      creatorId: people.get('olive') ?? null,
      isPrivate: channel.kind === 'protected',
      isWebPublic: channel.kind === 'web-public',
      isHistoryPublic: channel.kind !== 'protected',
      isDefault: channel.isDefault ?? false,
      ...(channel.onlyAdministratorsPost && { groupSettings: { can_send_message_group: administrators } }),
    });
    const subscribers = channel.subscribers.flatMap((key) => people.get(key) ?? []);
    await addFirstSubscribers(writer, id, subscribers);
  }
}
