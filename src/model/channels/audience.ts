// Whoever can see that a channel exists, as an audience of events: subscribers by the periods at the event's place
// in the log; administrators and those whom a permission of the channel lets in by name, as of the moment of the
// change. (Reference behaviour: metadata access.)

import type { Audience } from '../../contract/event.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/session.ts';
import { Role } from '../accounts/roles.ts';
import { namedIds } from '../groups/permission-rules.ts';
import { readGroups } from '../groups/store.ts';
import { isSystemGroupName, type SystemGroupName } from '../groups/system-groups.ts';
import type { Organization } from '../organizations/organization.ts';
import type { Channel } from './channel.ts';

const DAY = 86_400;

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

/** People who can see a private channel without being subscribed: all but guests, or these. */
export type Knowers = 'members' | ReadonlySet<number>;

/** The permissions of a channel that let people see it. */
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

/** Who can see a private channel without being subscribed, by the tables as they stand. */
export async function knowersOf(
  reader: Reader,
  organization: Organization,
  channel: Pick<Channel, 'groupSettings'>,
  now: number,
): Promise<Knowers> {
  const named = new Set<number>();
  const groupIds = new Set<number>();
  for (const setting of grantingSettings) {
    const ids = namedIds(channel.groupSettings[setting]);
    for (const id of ids.accountIds) named.add(id);
    for (const id of ids.groupIds) groupIds.add(id);
  }
  let role: Role = Role.administrator;
  let includesFullMembers = false;
  for (const group of (await readGroups(reader, [...groupIds])).values()) {
    if (!group.isSystem) {
      for (const id of group.memberIds) named.add(id);
      continue;
    }
    if (!isSystemGroupName(group.name) || group.name === 'role:nobody') continue;
    const upTo = highestRole[group.name];
    if (upTo === undefined) return 'members';
    if (group.name === 'role:fullmembers') includesFullMembers = true;
    if (upTo > role) role = upTo;
  }
  const place = { organization: reader.organizationId };
  const knowers = new Set((await withRoleUpTo.all(reader, { ...place, role })).map((row) => row.id));
  if (includesFullMembers) {
    const before = now - organization.settings.waiting_period_threshold * DAY;
    for (const row of await fullMembers.all(reader, { ...place, before })) knowers.add(row.id);
  }
  const rows =
    named.size > 0 ? await membersAmong.all(reader, { ...place, ids: JSON.stringify([...named]) }) : [];
  for (const row of rows) knowers.add(row.id);
  return knowers;
}

/** The same as an audience, with what is known of a private channel's knowers. */
export function audienceWith(channel: Channel, knowers: Knowers): Audience {
  if (channel.isWebPublic) return { kind: 'everyone' };
  if (!channel.isPrivate || knowers === 'members') return { kind: 'members', orSubscribersOf: [channel.id] };
  return { kind: 'channel', channelId: channel.id, also: [...knowers] };
}

const nobodyElse: ReadonlySet<number> = new Set();

/** Whoever can see a channel, by the tables as they stand in this unit of work. */
export async function channelAudience(
  reader: Reader,
  organization: Organization,
  channel: Channel,
  now: number,
): Promise<Audience> {
  const knowers = channel.isPrivate ? await knowersOf(reader, organization, channel, now) : nobodyElse;
  return audienceWith(channel, knowers);
}

/** Whether an account can see a channel without being subscribed to it. */
export function knowsUnsubscribed(
  channel: Channel,
  knowers: Knowers,
  account: { readonly id: number; readonly role: Role },
): boolean {
  if (channel.isWebPublic) return true;
  if (account.role === Role.guest) return false;
  return !channel.isPrivate || knowers === 'members' || knowers.has(account.id);
}
