// The content of a request to change a user, whether sent as a whole (POST, PUT) or as changes (PATCH). Attributes that
// a request does not contain stay unchanged. Standard attributes that are not stored here are ignored, because identity
// providers send many.

import { limits } from '../../api-contract/limits.ts';
import { matchesFilter, memberIgnoringCase } from './filter-matching.ts';
import { immutableAttribute, parseChanges, type ScimChange } from './patch-operations.ts';
import { invalidValue, scimError } from './scim-errors.ts';
import {
  asBoolean,
  asList,
  asObject,
  asText,
  optionalText,
  type ScimBody,
  valueText,
} from './scim-values.ts';
import {
  checkIsSimpleAttribute,
  checkStandardNamePart,
  checkStandardUserAttribute,
} from './unstored-attributes.ts';

/** The changed attributes; undefined if unchanged. */
export interface UserChange {
  readonly userName?: string;
  /** Empty parts, and an empty display name, are removed. */
  readonly name: { readonly formatted?: string; readonly givenName?: string; readonly familyName?: string };
  readonly displayName?: string;
  readonly active?: boolean;
  readonly externalId?: string | null;
  /** Values that the configuration maps to roles. */
  readonly roles?: readonly string[];
}

type Draft = { -readonly [K in keyof UserChange]: UserChange[K] } & {
  name: { formatted?: string; givenName?: string; familyName?: string };
};

const nameParts = { formatted: 'formatted', givenname: 'givenName', familyname: 'familyName' } as const;
const simpleAttributes: ReadonlySet<string> = new Set(['username', 'displayname', 'active', 'externalid']);
/** Standard parts of roles that have no meaning here. */
const ignoredRoleParts: ReadonlySet<string> = new Set(['display', 'type', 'primary']);
const readOnly: ReadonlySet<string> = new Set(['id', 'meta', 'groups']);
const partNames = ['formatted', 'givenname', 'familyname'] as const;

function setName(draft: Draft, part: keyof typeof nameParts, value: unknown): void {
  const text = asText(value, `name.${nameParts[part]}`, limits.fullNameCodePoints);
  draft.name[nameParts[part]] = text ?? '';
}

function setNames(draft: Draft, value: unknown): void {
  if (value === null) {
    removeNames(draft);
    return;
  }
  const body = asObject(value, 'name');
  for (const part of partNames) {
    const partValue = memberIgnoringCase(body, part);
    if (partValue !== undefined) setName(draft, part, partValue);
  }
}

function removeNames(draft: Draft): void {
  for (const part of partNames) setName(draft, part, null);
}

function checkRoleCount(values: readonly unknown[]): void {
  const maximum = limits.scimRolesPerUser;
  if (values.length > maximum) throw invalidValue(`A user may have at most ${maximum} values of "roles".`);
}

function roleValues(value: unknown): string[] {
  const list = asList(value);
  checkRoleCount(list);
  return list.map((role) => valueText(role, 'roles', limits.shortTextCodePoints));
}

/** Sets an attribute to a value that was sent. Unknown attributes are ignored. */
function setAttribute(draft: Draft, name: string, value: unknown): void {
  if (name === 'username') {
    const userName = asText(value, 'userName', limits.shortTextCodePoints);
    if (!userName) throw immutableAttribute('userName');
    draft.userName = userName;
  } else if (name === 'name') setNames(draft, value);
  else if (name === 'displayname') {
    draft.displayName = asText(value, 'displayName', limits.fullNameCodePoints) ?? '';
  } else if (name === 'active') {
    if (value !== null) draft.active = asBoolean(value, 'active');
  } else if (name === 'externalid') {
    draft.externalId = asText(value, 'externalId', limits.scimExternalIdCodePoints) || null;
  } else if (name === 'roles') draft.roles = roleValues(value);
}

/** Attributes that are ignored if a whole user contains them without a value. Others are cleared. */
const ignoredIfEmpty: ReadonlySet<string> = new Set(['name', 'displayname', 'active']);

function isEmptyValue(value: unknown): boolean {
  return value === null || value === '';
}

/** Parses a whole user. Attributes without a value are treated as absent (RFC 7643, section 2.5). */
export function parseUser(body: ScimBody): UserChange {
  const draft: Draft = { name: {} };
  const userName = optionalText(body, 'userName', limits.shortTextCodePoints);
  if (userName) draft.userName = userName;
  for (const name of ['name', 'displayname', 'active', 'externalid', 'roles']) {
    const value = memberIgnoringCase(body, name);
    if (value !== undefined && !(isEmptyValue(value) && ignoredIfEmpty.has(name)))
      setAttribute(draft, name, value);
  }
  return draft;
}

/** The roles after a change of the given values, which a filter may select. */
function changedRoles(roles: readonly string[], { op, target, value }: ScimChange): readonly string[] {
  const { filter, part, path } = target;
  // Clients may also send other parts of a value (`roles[…].primary`), which have no meaning here.
  const partName = part ?? path[1] ?? 'value';
  if (ignoredRoleParts.has(partName)) return roles;
  if (partName !== 'value') throw scimError(400, 'invalidPath', `There is no attribute "roles.${partName}".`);
  const isSelected = (role: string, index: number) =>
    !filter || matchesFilter(filter, { value: role, primary: index === 0 }, 'roles');
  if (op === 'remove') {
    const removed = value === undefined ? undefined : roleValues(value);
    return roles.filter((role, index) => !isSelected(role, index) || (removed && !removed.includes(role)));
  }
  const remaining =
    op === 'add' && !filter ? roles : roles.filter((role, index) => filter && !isSelected(role, index));
  const after = [...new Set([...remaining, ...roleValues(value)])];
  checkRoleCount(after);
  return after;
}

/** Removes an attribute. @throws if it is required (RFC 7644, section 3.5.2.2) */
function remove(draft: Draft, name: string): void {
  if (name === 'name') removeNames(draft);
  else if (name === 'displayname') draft.displayName = '';
  else if (name === 'externalid') draft.externalId = null;
  else throw immutableAttribute(name === 'username' ? 'userName' : name);
}

function changeName(draft: Draft, part: string, value: unknown): void {
  if (Object.hasOwn(nameParts, part)) setName(draft, part as keyof typeof nameParts, value);
  else checkStandardNamePart(part);
}

function change(draft: Draft, requested: ScimChange, roles: readonly string[]): void {
  const { op, target, value, isWithinValue } = requested;
  const [name = '', part] = target.path;
  const isRemoval = op === 'remove' || value === null;
  if (readOnly.has(name)) {
    if (!isWithinValue) throw immutableAttribute(name);
  } else if (name === 'password') {
    if (!isWithinValue) throw immutableAttribute(name);
  } else if (name === 'roles') draft.roles = changedRoles(draft.roles ?? roles, requested);
  else if (name === 'name' && part !== undefined) changeName(draft, part, isRemoval ? null : value);
  else if (name === 'name' || simpleAttributes.has(name)) {
    checkIsSimpleAttribute(name, target.path, target.filter);
    if (isRemoval) remove(draft, name);
    else setAttribute(draft, name, value);
  } else checkStandardUserAttribute(name);
}

/**
 * Applies the changes in a body.
 * @param roles the user's values of roles before the changes
 */
export function parseUserChanges(body: ScimBody, roles: readonly string[]): UserChange {
  const draft: Draft = { name: {} };
  const changes = parseChanges(body);
  const maximum = limits.scimRolesPerUser;
  if (changes.filter(({ target }) => target.path[0] === 'roles').length > maximum)
    throw invalidValue(`A request may have at most ${maximum} changes of "roles".`);
  for (const requested of changes) change(draft, requested, roles);
  return draft;
}
