// Deactivates and reactivates accounts, inside a unit of work: rows, counts and events. Subscriptions and
// memberships are preserved. The caller ends the event queues.

import type { NewEvent } from '../../api-contract/event.ts';
import type { Account } from '../../model/accounts/account.ts';
import { Role } from '../../model/accounts/roles.ts';
import { exportConsentChanged } from '../../model/accounts/settings-events.ts';
import { membersAdded, membersRemoved } from '../../model/groups/group-events.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { personChanged } from '../../model/people/person-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { readAccounts } from '../../stores/accounts/account-store.ts';
import {
  adjustSubscriberCountsOfAccount,
  setAccountActive,
  setAccountInactive,
  subscribedChannelIds,
} from '../../stores/accounts/activity-store.ts';
import { channelAudienceWith } from '../../stores/channels/channel-audience.ts';
import { readChannels } from '../../stores/channels/channel-store.ts';
import { switchOffSubscriptionsOf } from '../../stores/event-subscriptions/event-subscription-store.ts';
import { permissionEventsForMember } from '../../stores/group-usage/permission-events.ts';
import { groupsReachedFrom } from '../../stores/groups/group-store.ts';
import { directGroupsAt } from '../../stores/groups/past-membership.ts';
import { clearScimDeactivation } from '../../stores/scim/scim-store.ts';
import { deleteDirectoryDeactivation } from '../../stores/sign-in/directory-store.ts';
import { audit } from '../audit/audit.ts';
import { emitDoNotDisturb } from '../do-not-disturb/change.ts';
import { systemGroupsOfRole } from '../groups/role-change-events.ts';
import { guestsNotSeeing } from '../guests/visibility-events.ts';
import { revokeInvitationsBy } from '../invitations/revoke-all.ts';
import { endWebSubscriptionsOf } from '../push/web-subscriptions.ts';
import { emitPeers } from '../subscriptions/peer-events.ts';
import { unsubscribedViewersByChannel } from '../subscriptions/subscribe.ts';
import { endAccessToDeactivated } from './end-access.ts';

/** Emits for each channel of an account that it left or returned. */
async function emitAccountPeers(
  writer: Writer,
  organization: Organization,
  account: Account,
  op: 'peer_add' | 'peer_remove',
): Promise<number[]> {
  const channelIds = await subscribedChannelIds(writer, account.id);
  if (channelIds.length === 0) return [];
  const channels = await readChannels(writer, channelIds);
  const viewersByChannel = await unsubscribedViewersByChannel(writer, organization, channels);
  const people = new Map(channelIds.map((id) => [id, [account]]));
  emitPeers(writer, { op, channels, people }, (channel) =>
    channelAudienceWith(channel, viewersByChannel.get(channel.id) ?? new Set()),
  );
  return channelIds;
}

function activityChanged(accountId: number, isActive: boolean, channelIds: readonly number[]): NewEvent {
  return {
    ...personChanged({ user_id: accountId, is_active: isActive }),
    touches: {
      accounts: [accountId],
      alertWords: true,
      // Its subscriptions have a gap from now on.
      subscriptions: [accountId],
      ...(channelIds.length > 0 && { channels: channelIds }),
    },
  };
}

/** The groups that directly contain an account: those of its role, and those it was added to. */
async function groupsOf(
  writer: Writer,
  organization: Organization,
  account: Account,
): Promise<{ id: number; isDeactivated: boolean }[]> {
  const days = organization.settings.waiting_period_threshold;
  const system = systemGroupsOfRole(account, account.role, days, writer.now);
  const ids = await directGroupsAt(writer, account.id, writer.nextSequence());
  const groups = ids.length > 0 ? await groupsReachedFrom(writer, ids) : new Map();
  return [
    ...system.map((name) => ({ id: organization.systemGroupIds[name], isDeactivated: false })),
    ...ids.flatMap((id) => groups.get(id) ?? []),
  ];
}

/**
 * Deactivates an account. Clients remove it from groups and permissions on their own. Only guests who may not
 * see the account, and so do not receive its deactivation, are sent those changes.
 */
export async function deactivateAccount(
  writer: Writer,
  organization: Organization,
  account: Account,
): Promise<void> {
  const guestIds = await guestsNotSeeing(writer, organization, account);
  await audit(writer, { kind: 'user_deactivated', accountId: account.id });
  await endAccessToDeactivated(writer, account.id);
  await endWebSubscriptionsOf(writer, account.id);
  await switchOffSubscriptionsOf(writer, account.id, 'bot_deactivated');
  await setAccountInactive(writer, account.id, writer.nextSequence());
  await adjustSubscriberCountsOfAccount(writer, account.id, -1);
  const channelIds = await emitAccountPeers(writer, organization, account, 'peer_remove');
  writer.emit(activityChanged(account.id, false, channelIds));
  await revokeInvitationsBy(writer, account.id);
  if (guestIds.length === 0) return;
  const audience = { kind: 'accounts', ids: guestIds } as const;
  for (const group of await groupsOf(writer, organization, account)) {
    writer.emit({ ...membersRemoved(group, [account.id]), audience });
  }
  for (const event of await permissionEventsForMember(writer, organization, account.id)) {
    const except = {
      kind: 'difference',
      of: event.audience,
      minus: { kind: 'difference', of: { kind: 'everyone' }, minus: audience },
    } as const;
    writer.emit({ ...event, audience: except });
  }
}

/** Reactivates an account with the channels, groups and permissions it had. */
export async function reactivateAccount(
  writer: Writer,
  organization: Organization,
  account: Account,
): Promise<void> {
  await audit(writer, { kind: 'user_reactivated', accountId: account.id });
  await clearScimDeactivation(writer, account.id);
  await deleteDirectoryDeactivation(writer, account.id);
  await setAccountActive(writer, account.id, writer.nextSequence());
  await adjustSubscriberCountsOfAccount(writer, account.id, 1);
  const reactivated = { ...account, isActive: true };
  const channelIds = await subscribedChannelIds(writer, account.id);
  writer.emit(activityChanged(account.id, true, channelIds));
  for (const group of await groupsOf(writer, organization, reactivated))
    writer.emit(membersAdded(group, [account.id]));
  for (const event of await permissionEventsForMember(writer, organization, account.id)) writer.emit(event);
  await emitAccountPeers(writer, organization, reactivated, 'peer_add');
  await emitExportConsent(writer, reactivated);
  await emitDoNotDisturb(writer, reactivated);
}

/** Emits to administrators whether the private data of a new or returning account may be exported. */
export async function emitExportConsent(writer: Writer, account: Account): Promise<void> {
  if (account.isBot) return;
  const administrators = (await readAccounts(writer)).filter(
    ({ role, isActive, isBot }) => role <= Role.administrator && isActive && !isBot,
  );
  const ids = administrators.map(({ id }) => id);
  writer.emit(exportConsentChanged(account.id, account.settings.allow_private_data_export, ids));
}
