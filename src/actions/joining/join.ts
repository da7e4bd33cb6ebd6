// Adds a person to the organization, inside a unit of work: creates the account with the organization's
// defaults, adds it to groups and channels, and closes all invitations to its address. Every new account of a
// person is created here; notices to and about them follow in `welcome-notices.ts`.

import { parseColumn } from '../../api-contract/parse-column.ts';
import type { Account } from '../../model/accounts/account.ts';
import { Role } from '../../model/accounts/roles.ts';
import type { InvitationTerms } from '../../model/invitations/invitation.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { personAdded } from '../../model/people/person-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { insertAccount } from '../../stores/accounts/insert-account.ts';
import type { UnitContext, WithKeyring } from '../../stores/actor-context.ts';
import { defaultChannels, readChannels } from '../../stores/channels/channel-store.ts';
import { groupsWithIds } from '../../stores/groups/group-store.ts';
import { closeInvitationsTo } from '../../stores/invitations/invitation-store.ts';
import { deleteSignUps } from '../../stores/joining/sign-up-store.ts';
import { emitExportConsent } from '../accounts/change-activity.ts';
import { audit } from '../audit/audit.ts';
import { addToGroup } from '../groups/change-members.ts';
import { roleChangeEvents } from '../groups/role-change-events.ts';
import { emitInvitationsChanged } from '../invitations/invitation-events.ts';
import { subscribeAll } from '../subscriptions/subscribe.ts';

export interface JoiningPerson {
  readonly email: string;
  readonly fullName: string;
  readonly passwordHash: string | null;
  readonly timezone?: string;
  /** Defaults to true. */
  readonly isEmailConfirmed?: boolean;
}

/** The terms of joining without an invitation. */
export const openTerms: InvitationTerms = {
  role: Role.member,
  channelIds: [],
  groupIds: [],
  includesDefaultChannels: true,
  welcomeText: null,
};

/** The initial personal settings as JSON: the organization's defaults and its language. */
function firstSettings({ defaultSettings, settings }: Organization): string {
  const { default_language } = settings;
  if (default_language === 'en') return defaultSettings;
  return JSON.stringify({ default_language, ...parseColumn<object>(defaultSettings) });
}

/** Skips channels and groups that were deleted or archived since the invitation was created. */
async function addToGroupsAndChannels(
  writer: Writer,
  organization: Organization,
  account: Account,
  terms: InvitationTerms,
): Promise<void> {
  if (terms.groupIds.length > 0) {
    for (const group of (await groupsWithIds(writer, terms.groupIds)).values()) {
      if (!group.isDeactivated) await addToGroup(writer, group, [account.id]);
    }
  }
  const invitedTo = terms.channelIds.length > 0 ? await readChannels(writer, terms.channelIds) : [];
  const standard = terms.includesDefaultChannels ? await defaultChannels(writer) : [];
  const channels = new Map([...standard, ...invitedTo].map((channel) => [channel.id, channel]));
  const openChannels = [...channels.values()].filter(({ isArchived }) => !isArchived);
  if (openChannels.length > 0)
    await subscribeAll({ writer, organization }, [account], openChannels, { asPartOf: 'joining' });
}

/**
 * Stores the account and applies the terms. The caller has checked the name, and that the address is free and
 * allowed.
 */
export async function joinOrganization(
  { writer, keyring, organization }: UnitContext & WithKeyring,
  person: JoiningPerson,
  terms: InvitationTerms = openTerms,
): Promise<Account> {
  const id = await insertAccount(writer, keyring, {
    ...person,
    role: terms.role,
    settings: firstSettings(organization),
    avatarSource: organization.settings.default_avatar_source,
  });
  const account = await accountById(writer, id);
  if (!account) throw new Error('a new account was not found');
  const details = { email: person.email, role: account.role };
  // Without a known actor, people create their own account.
  const self = writer.actor === undefined && { actingId: id };
  await audit(writer, { kind: 'user_created', accountId: id, ...self, details });
  writer.emit(personAdded(account));
  for (const event of roleChangeEvents(
    organization,
    account,
    { from: undefined, to: account.role },
    writer.now,
  )) {
    writer.emit(event);
  }
  await emitExportConsent(writer, account);
  await addToGroupsAndChannels(writer, organization, account, terms);
  await deleteSignUps(writer, person.email);
  const inviterIds = await closeInvitationsTo(writer, person.email);
  if (inviterIds.length > 0) await emitInvitationsChanged(writer, inviterIds);
  return account;
}
