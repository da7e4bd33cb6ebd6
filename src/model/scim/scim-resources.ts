// Users and groups as SCIM resources.

import type { Account } from '../accounts/account.ts';
import { Role } from '../accounts/roles.ts';
import type { UserGroup } from '../groups/user-group.ts';
import type { ScimClient } from '../sign-in/sign-in-configuration.ts';
import { invalidValue } from './scim-errors.ts';
import { GROUP_SCHEMA, USER_SCHEMA } from './scim-schema-urns.ts';
import { currentNameValues, type StoredNames } from './user-names.ts';

/** The data of a user that is stored only for identity providers. */
export interface StoredScimUser {
  readonly externalId: string | null;
  readonly names: StoredNames;
  /** Whether SCIM removed them. They are not shown as long as the account is deactivated. */
  readonly isRemoved: boolean;
}

/** The base URL of the resources, without a trailing slash, and the configured roles. */
export interface ScimResourceContext {
  readonly url: string;
  readonly roles: ScimClient['roles'];
}

export type ScimResource = Readonly<Record<string, unknown>>;

/** The SCIM id of a group. Ids are unique across users and groups. */
export function groupIdOf(id: number): string {
  return `g${id}`;
}

function numberIn(text: string): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;
  return id !== undefined && Number.isSafeInteger(id) ? id : undefined;
}

/** The account id for a SCIM id; undefined if it is not the id of a user. */
export function accountIdIn(id: string): number | undefined {
  return numberIn(id);
}

/** The group id for a SCIM id; undefined if it is not the id of a group. */
export function groupIdIn(id: string): number | undefined {
  return id.startsWith('g') ? numberIn(id.slice(1)) : undefined;
}

/** Whether SCIM shows a group: it is active and not a system group. */
export function isVisibleGroup({ isSystem, isDeactivated }: UserGroup): boolean {
  return !isSystem && !isDeactivated;
}

/** Whether SCIM shows an account: people who have or had an account, but not bots. */
export function isUser(account: Pick<Account, 'isBot' | 'isSystemBot'>): boolean {
  return !account.isBot && !account.isSystemBot;
}

/** Whether a user was removed and has not been reactivated, or was erased. */
export function isRemovedUser(
  account: Pick<Account, 'isActive' | 'isDeleted'>,
  stored: StoredScimUser | undefined,
): boolean {
  return account.isDeleted || (!account.isActive && stored?.isRemoved === true);
}

function meta(resourceType: 'User' | 'Group', location: string, created: number | null) {
  const time = created === null ? {} : { created: new Date(created * 1000).toISOString() };
  return { resourceType, ...time, location };
}

/** The value for a role: the first one that the configuration maps to it. */
export function roleValuesOf(role: Role, roles: ScimResourceContext['roles']): string[] {
  const found = roles?.values.find(([, mappedRole]) => mappedRole === role);
  return found && role !== roles?.otherwise ? [found[0]] : [];
}

/** @param groups the groups that contain the account directly; undefined if they are not requested */
export function userResource(
  account: Account,
  stored: StoredScimUser | undefined,
  groups: readonly UserGroup[] | undefined,
  { url, roles }: ScimResourceContext,
): ScimResource {
  const id = String(account.id);
  const { displayName, ...names } = currentNameValues(account.fullName, stored?.names);
  const name = Object.entries(names).filter(([, value]) => value !== '');
  const roleValues = roleValuesOf(account.role, roles);
  return {
    schemas: [USER_SCHEMA],
    id,
    ...(stored?.externalId != null && { externalId: stored.externalId }),
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

/** @param members the visible members; undefined if they are not requested */
export function groupResource(
  group: UserGroup,
  externalId: string | null,
  members: readonly Pick<Account, 'id'>[] | undefined,
  { url }: ScimResourceContext,
): ScimResource {
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

/** @throws `invalidValue` for a value that the configuration does not map to a role */
export function checkRoleValues(values: readonly string[], roles: ScimResourceContext['roles']): void {
  const allowed = new Set(roles?.values.map(([value]) => value));
  const unknown = values.find((value) => !allowed.has(value));
  if (unknown === undefined) return;
  const choice =
    allowed.size > 0 ? `Allowed values: ${[...allowed].join(', ')}.` : 'No roles are configured.';
  throw invalidValue(`"roles" has the unknown value "${unknown}". ${choice}`);
}

/**
 * The role that some values map to; undefined to leave it unchanged. Without a value, an account loses a role
 * that a value gave it.
 */
export function roleForValues(
  values: readonly string[],
  roles: ScimResourceContext['roles'],
  current?: Role,
): Role | undefined {
  const mappedRoles = (roles?.values ?? [])
    .filter(([value]) => values.includes(value))
    .map(([, role]) => role);
  if (mappedRoles.length > 0) return Math.min(...mappedRoles) as Role;
  const isFromValue = current !== undefined && roleValuesOf(current, roles).length > 0;
  return roles?.otherwise ?? (isFromValue ? Role.member : undefined);
}
