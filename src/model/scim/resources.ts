// Users and groups as SCIM shows them.

import type { Account } from '../accounts/account.ts';
import { Role } from '../accounts/roles.ts';
import type { UserGroup } from '../groups/group.ts';
import type { ScimClient } from '../sign-in/configuration.ts';
import { invalidValue } from './refusals.ts';
import { GROUP_SCHEMA, USER_SCHEMA } from './schemas.ts';
import { type KeptNames, shownNames } from './user-names.ts';

/** What is kept of a user for identity providers alone. */
export interface KeptUser {
  readonly externalId: string | null;
  readonly names: KeptNames;
  /** Whether they were removed by SCIM: as long as the account is deactivated they are not told of. */
  readonly isRemoved: boolean;
}

/** Where resources stand, without a slash at its end. */
export interface ScimPlace {
  readonly url: string;
  readonly roles: ScimClient['roles'];
}

export type Resource = Readonly<Record<string, unknown>>;

/** What SCIM calls a group: ids are unique over users and groups. */
export function groupIdOf(id: number): string {
  return `g${id}`;
}

function numberIn(text: string): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;
  return id !== undefined && Number.isSafeInteger(id) ? id : undefined;
}

/** The account's id that an id of SCIM stands for; undefined where it is none. */
export function accountIdIn(id: string): number | undefined {
  return numberIn(id);
}

/** The group's id that an id of SCIM stands for; undefined where it is none. */
export function groupIdIn(id: string): number | undefined {
  return id.startsWith('g') ? numberIn(id.slice(1)) : undefined;
}

/** Whether a group is told of: people made it, and it is active. */
export function isShownGroup({ isSystem, isDeactivated }: UserGroup): boolean {
  return !isSystem && !isDeactivated;
}

/** Whether somebody is told of: people who have, or had, an account, but not bots. */
export function isUser(account: Pick<Account, 'isBot' | 'isSystemBot'>): boolean {
  return !account.isBot && !account.isSystemBot;
}

/** Whether a user was removed and has not come back, or was erased for good. */
export function isGone(
  account: Pick<Account, 'isActive' | 'isDeleted'>,
  kept: KeptUser | undefined,
): boolean {
  return account.isDeleted || (!account.isActive && kept?.isRemoved === true);
}

function meta(resourceType: 'User' | 'Group', location: string, created: number | null) {
  const time = created === null ? {} : { created: new Date(created * 1000).toISOString() };
  return { resourceType, ...time, location };
}

/** The values that stand for a role: the first that the configuration names for it. */
export function roleValuesOf(role: Role, roles: ScimPlace['roles']): string[] {
  const found = roles?.values.find(([, given]) => given === role);
  return found && role !== roles?.otherwise ? [found[0]] : [];
}

/** A user. @param groups those that the account is in itself; undefined: they are not asked for */
export function userResource(
  account: Account,
  kept: KeptUser | undefined,
  groups: readonly UserGroup[] | undefined,
  { url, roles }: ScimPlace,
): Resource {
  const id = String(account.id);
  const { displayName, ...names } = shownNames(account.fullName, kept?.names);
  const name = Object.entries(names).filter(([, value]) => value !== '');
  const roleValues = roleValuesOf(account.role, roles);
  return {
    schemas: [USER_SCHEMA],
    id,
    ...(kept?.externalId != null && { externalId: kept.externalId }),
    userName: account.email,
    ...(name.length > 0 && { name: Object.fromEntries(name) }),
    ...(displayName !== '' && { displayName }),
    active: account.isActive,
    emails: [{ value: account.email, type: 'work', primary: true }],
    ...(roleValues.length > 0 && { roles: roleValues.map((value) => ({ value })) }),
    ...(groups && {
      groups: groups.map((group) => ({
        value: groupIdOf(group.id),
        $ref: `${url}/Groups/${groupIdOf(group.id)}`,
        display: group.name,
        type: 'direct',
      })),
    }),
    meta: meta('User', `${url}/Users/${id}`, account.dateJoined),
  };
}

/** A group. @param members those of it who are told of; undefined: they are not asked for */
export function groupResource(
  group: UserGroup,
  externalId: string | null,
  members: readonly Pick<Account, 'id'>[] | undefined,
  { url }: ScimPlace,
): Resource {
  const id = groupIdOf(group.id);
  return {
    schemas: [GROUP_SCHEMA],
    id,
    ...(externalId !== null && { externalId }),
    displayName: group.name,
    ...(members && {
      members: members.map((member) => ({
        value: String(member.id),
        $ref: `${url}/Users/${member.id}`,
        type: 'User',
      })),
    }),
    meta: meta('Group', `${url}/Groups/${id}`, group.createdAt),
  };
}

/** @throws `invalidValue` for a value that the configuration gives no role */
export function checkRoleValues(values: readonly string[], roles: ScimPlace['roles']): void {
  const known = new Set(roles?.values.map(([value]) => value));
  const unknown = values.find((value) => !known.has(value));
  if (unknown === undefined) return;
  const choice = known.size > 0 ? `It can be ${[...known].join(', ')}.` : 'No roles are configured here.';
  throw invalidValue(`"roles" has the unknown value "${unknown}". ${choice}`);
}

/**
 * The role that values of roles give; undefined where they say nothing of it. Without a value an account loses a role that a
 * value gave.
 */
export function roleOfValues(
  values: readonly string[],
  roles: ScimPlace['roles'],
  present?: Role,
): Role | undefined {
  const given = (roles?.values ?? []).filter(([value]) => values.includes(value)).map(([, role]) => role);
  if (given.length > 0) return Math.min(...given) as Role;
  const isOfValue = present !== undefined && roleValuesOf(present, roles).length > 0;
  return roles?.otherwise ?? (isOfValue ? Role.member : undefined);
}
