// The accounts that can see that a channel exists, as an audience of events: subscribers by their periods at
// the event's log position; administrators and accounts in a granting permission by id, at the time of the
// change. (As in the reference server: metadata access.)

import type { Audience } from '../../api-contract/event.ts';
import { DAY } from '../../api-contract/time.ts';
import { Role } from '../../model/accounts/roles.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { namedIds } from '../../model/groups/permission-rules.ts';
import { isSystemGroupName, type SystemGroupName } from '../../model/groups/system-groups.ts';
import type { UserGroup } from '../../model/groups/user-group.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { groupsReachedFrom } from '../groups/group-store.ts';

const withRoleUpTo = preparedRead<{ organization: number; role: number }>()((db, p) =>
  db
    .selectFrom('account')
    .select('id')
    .where('organization_id', '=', p.organization)
    .where('role', '<=', p.role)
    .where('is_active', '=', 1),
);
const fullMembers = preparedRead<{ organization: number; before: number }>()((db, p) =>
  db
    .selectFrom('account')
    .select('id')
    .where('organization_id', '=', p.organization)
    .where('role', '=', Role.member)
    .where('date_joined', '<=', p.before)
    .where('is_active', '=', 1),
);
const membersAmong = preparedRead<{ organization: number; ids: string }>()((db, p, engine) =>
  db
    .selectFrom('account')
    .select('id')
    .where('organization_id', '=', p.organization)
    .where('id', 'in', idsOf(engine, p.ids))
    .where('role', '<=', Role.member)
    .where('is_active', '=', 1),
);

/** Accounts that can see a private channel without a subscription: all but guests, or a set of ids. */
export type UnsubscribedViewers = 'members' | ReadonlySet<number>;

/** The permissions of a channel that let accounts see it. */
export const grantingSettings = [
  'can_administer_channel_group',
  'can_add_subscribers_group',
  'can_subscribe_group',
] as const;

const highestRole: Partial<Record<SystemGroupName, Role>> = {
  'role:owners': Role.owner,
  'role:administrators': Role.administrator,
  'role:moderators': Role.moderator,
  'role:fullmembers': Role.moderator,
};

/** The accounts and roles in a channel's granting permissions, including those in subgroups. */
interface Grants {
  readonly accountIds: Set<number>;
  /** Administrators and owners always see the channel. */
  upToRole: Role;
  includesFullMembers: boolean;
  includesMembers: boolean;
}

function grantsOf(
  { groupSettings }: Pick<Channel, 'groupSettings'>,
  groups: ReadonlyMap<number, UserGroup>,
): Grants {
  const grants: Grants = {
    accountIds: new Set(),
    upToRole: Role.administrator,
    includesFullMembers: false,
    includesMembers: false,
  };
  const granted = grantingSettings.map((setting) => namedIds(groupSettings[setting]));
  for (const id of granted.flatMap((ids) => ids.accountIds)) grants.accountIds.add(id);
  const queue = granted.flatMap((ids) => ids.groupIds);
  const seen = new Set(queue);
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    const group = groups.get(id);
    if (group?.isSystem) grantToRole(grants, group.name);
    else if (group) for (const member of group.memberIds) grants.accountIds.add(member);
    for (const inner of group?.subgroupIds ?? []) {
      if (!seen.has(inner)) queue.push(inner);
      seen.add(inner);
    }
  }
  return grants;
}

function grantToRole(grants: Grants, name: string): void {
  if (!isSystemGroupName(name) || name === 'role:nobody') return;
  const upTo = highestRole[name];
  if (upTo === undefined) grants.includesMembers = true;
  else if (upTo > grants.upToRole) grants.upToRole = upTo;
  if (name === 'role:fullmembers') grants.includesFullMembers = true;
}

/**
 * The accounts that can see each private channel without a subscription, from the tables. Takes a few
 * statements regardless of the number of channels.
 */
export async function unsubscribedViewersOfAll(
  reader: Reader,
  organization: Organization,
  channels: readonly Pick<Channel, 'id' | 'groupSettings'>[],
  now: number,
): Promise<Map<number, UnsubscribedViewers>> {
  const groupIds = channels.flatMap(({ groupSettings }) =>
    grantingSettings.flatMap((setting) => namedIds(groupSettings[setting]).groupIds),
  );
  const groups = await groupsReachedFrom(reader, [...new Set(groupIds)]);
  const grants = new Map(channels.map((channel) => [channel.id, grantsOf(channel, groups)]));
  const limited = [...grants.values()].filter(({ includesMembers }) => !includesMembers);
  const values = { organization: reader.organizationId };
  const byRole = new Map<Role, number[]>();
  for (const role of new Set(limited.map(({ upToRole }) => upToRole))) {
    byRole.set(
      role,
      (await withRoleUpTo.all(reader, { ...values, role })).map((row) => row.id),
    );
  }
  const before = now - organization.settings.waiting_period_threshold * DAY;
  const full = limited.some(({ includesFullMembers }) => includesFullMembers)
    ? (await fullMembers.all(reader, { ...values, before })).map((row) => row.id)
    : [];
  const grantedIds = new Set(limited.flatMap(({ accountIds }) => [...accountIds]));
  const rows =
    grantedIds.size > 0
      ? await membersAmong.all(reader, { ...values, ids: JSON.stringify([...grantedIds]) })
      : [];
  const members = new Set(rows.map((row) => row.id));
  const viewers = ({
    accountIds,
    upToRole,
    includesFullMembers,
    includesMembers,
  }: Grants): UnsubscribedViewers => {
    if (includesMembers) return 'members';
    const own = [...accountIds].filter((id) => members.has(id));
    return new Set([...(byRole.get(upToRole) ?? []), ...(includesFullMembers ? full : []), ...own]);
  };
  return new Map([...grants].map(([id, grant]) => [id, viewers(grant)]));
}

/** The unsubscribed viewers of one channel. */
async function unsubscribedViewersOf(
  reader: Reader,
  organization: Organization,
  channel: Pick<Channel, 'id' | 'groupSettings'>,
  now: number,
): Promise<UnsubscribedViewers> {
  return (await unsubscribedViewersOfAll(reader, organization, [channel], now)).get(channel.id) ?? new Set();
}

/** The audience of a channel, given the unsubscribed viewers if it is private. */
export function channelAudienceWith(channel: Channel, viewers: UnsubscribedViewers): Audience {
  if (channel.isWebPublic) return { kind: 'everyone' };
  if (!channel.isPrivate || viewers === 'members') return { kind: 'members', orSubscribersOf: [channel.id] };
  return { kind: 'channel', channelId: channel.id, also: [...viewers] };
}

const noOthers: ReadonlySet<number> = new Set();

/** The audience of a channel, from the tables as the unit of work sees them. */
export async function channelAudience(
  reader: Reader,
  organization: Organization,
  channel: Channel,
  now: number,
): Promise<Audience> {
  const viewers = channel.isPrivate
    ? await unsubscribedViewersOf(reader, organization, channel, now)
    : noOthers;
  return channelAudienceWith(channel, viewers);
}

/** Whether an account can see a channel without being subscribed to it. */
export function canSeeUnsubscribed(
  channel: Channel,
  viewers: UnsubscribedViewers,
  account: { readonly id: number; readonly role: Role },
): boolean {
  if (channel.isWebPublic) return true;
  if (account.role === Role.guest) return false;
  return !channel.isPrivate || viewers === 'members' || viewers.has(account.id);
}
