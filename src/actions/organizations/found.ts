// Creates a real organization: groups, bots, a first channel with a first message, and the owner.

import { isLongerThan } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { hashPassword } from '../../model/accounts/password-hash.ts';
import { Role } from '../../model/accounts/roles.ts';
import { checkPassword, organizationWords } from '../../model/passwords/passwords.ts';
import type { Notice } from '../../model/pending-notices/notice.ts';
import type { ParleyDatabase } from '../../storage/database.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { insertAccount } from '../../stores/accounts/insert-account.ts';
import { insertChannel } from '../../stores/channels/insert-channel.ts';
import { joinNotices } from '../../stores/joining/welcome-notices.ts';
import { createOrganization } from '../../stores/organizations/create-organization.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { changeSettings } from '../../stores/organizations/setting-store.ts';
import { insertNotices, type PendingNoticeRow } from '../../stores/pending-notices/pending-notice-store.ts';
import { addFirstSubscribers } from '../../stores/subscriptions/first-subscribers.ts';
import { audit } from '../audit/audit.ts';

export interface Founding {
  readonly name: string;
  readonly ownerEmail: string;
  readonly ownerName: string;
  readonly password: string;
  /** The host that selects the organization; empty: any. */
  readonly host: string;
  /** The address at which the founder reached the server, if known. */
  readonly organizationUrl?: string;
}

export interface Founded {
  readonly organizationId: number;
  readonly ownerId: number;
  /** The stored first notices. A job sends them if the caller does not. */
  readonly pendingNotices: readonly PendingNoticeRow[];
}

const EMAIL = /^[^\s@"<>()[\],;:\\]+@[^\s@"<>()[\],;:\\]+\.[^\s@"<>()[\],;:\\.]+$/;

/** Refuses invalid input; each error states what to change. */
function checkFounding(founding: Founding): void {
  const { name, ownerEmail, ownerName, host } = founding;
  if (name.trim() === '')
    throw badRequest('The organization needs a name.').onPages({ code: 'ORGANIZATION_NAME_MISSING' });
  const maximum = limits.organizationNameCodePoints;
  if (isLongerThan(name, maximum)) {
    throw badRequest(`The organization's name is too long (limit: ${maximum} characters).`).onPages({
      code: 'ORGANIZATION_NAME_TOO_LONG',
      maximum,
    });
  }
  if (!EMAIL.test(ownerEmail))
    throw badRequest(`"${ownerEmail}" is not an email address.`).onPages({ code: 'INVALID_EMAIL' });
  if (ownerName.trim().length < 2) {
    throw badRequest("The owner's name is too short: it needs at least 2 characters.").onPages({
      code: 'NAME_TOO_SHORT',
      minimum: 2,
    });
  }
  if (isLongerThan(ownerName, limits.fullNameCodePoints))
    throw badRequest("The owner's name is too long.").onPages({
      code: 'NAME_TOO_LONG',
      maximum: limits.fullNameCodePoints,
    });
  if (host !== '' && !/^[a-z0-9.-]+(:\d+)?$/i.test(host)) throw badRequest(`"${host}" is not a host name.`);
}

/** The first message of the first channel, so that people do not start with an empty page. */
function firstMessage(channelId: number, name: string): Notice {
  const text = [
    `This is **general**, the first channel of ${name}. :wave:`,
    'Every message in a channel has a topic; the topic of this one is **greetings**. Reply here, or start a new topic. Topics keep conversations apart, so that people only read what concerns them.',
  ].join('\n\n');
  return { to: { channelId, topic: 'greetings' }, text, bot: 'welcome' };
}

/** Creates the organization and its owner; resolves once both are durable. */
export async function foundOrganization(
  database: ParleyDatabase,
  keyring: Keyring,
  founding: Founding,
): Promise<Founded> {
  checkFounding(founding);
  const { ownerEmail, ownerName, name, organizationUrl = '' } = founding;
  const wordsOfOrganization = organizationWords(name, founding.host || organizationUrl);
  await checkPassword(founding.password, [ownerEmail, ownerName, ...wordsOfOrganization]);
  const host = founding.host.toLowerCase();
  const passwordHash = await hashPassword(founding.password);
  const organizationId = await createOrganization(database, keyring, {
    name: founding.name.trim(),
    host,
    isDemo: false,
  });
  const { ownerId, pendingNotices } = await database.write(organizationId, async (writer) => {
    const id = await insertAccount(writer, keyring, {
      email: founding.ownerEmail,
      fullName: founding.ownerName.trim(),
      role: Role.owner,
      passwordHash,
    });
    const details = { name: founding.name.trim() };
    await audit(writer, { kind: 'organization_created', actingId: id, details });
    const channelId = await insertChannel(writer, await readOrganization(writer), {
      name: 'general',
      description: 'For everyone in the organization.',
      renderedDescription: '<p>For everyone in the organization.</p>',
      creatorId: id,
      isPrivate: false,
      isWebPublic: false,
      isHistoryPublic: true,
      isDefault: true,
    });
    await addFirstSubscribers(writer, channelId, [id]);
    // Otherwise no one would learn of the channels that are made later.
    await changeSettings(writer, { new_stream_announcements_stream_id: channelId });
    const organization = await readOrganization(writer);
    const account = await accountById(writer, id);
    if (!account) throw new Error('a new account was not found');
    const notices = await joinNotices(writer, organization, account, null);
    const cause = { actorId: id, organizationUrl: founding.organizationUrl ?? '' };
    const first = firstMessage(channelId, organization.name);
    return { ownerId: id, pendingNotices: await insertNotices(writer, cause, [first, ...notices]) };
  });
  return { organizationId, ownerId, pendingNotices };
}
