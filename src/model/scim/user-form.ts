// What a request says of a user, however it says it: as a whole (POST, PUT) or by changes (PATCH). What is not said stays as
// it is. Attributes of the standard that are not stored here are ignored, since identity providers send many.

import { limits } from '../../api-contract/limits.ts';
import { asBody, asList, asText, asTruth, type ScimBody, textIn, valueText } from './body-values.ts';
import { matches, memberOf } from './match.ts';
import { type Change, changesIn, immutable } from './patch-operations.ts';
import { invalidValue, scimRefusal } from './refusals.ts';
import { checkIsPlain, checkStandardNamePart, checkStandardUserAttribute } from './unsupported.ts';

/** What is said; undefined: nothing of it. */
export interface UserForm {
  readonly userName?: string;
  /** Empty parts, and an empty name for display, are removed. */
  readonly name: { readonly formatted?: string; readonly givenName?: string; readonly familyName?: string };
  readonly displayName?: string;
  readonly active?: boolean;
  readonly externalId?: string | null;
  /** Values of roles, which the configuration gives a meaning. */
  readonly roles?: readonly string[];
}

type Draft = { -readonly [K in keyof UserForm]: UserForm[K] } & {
  name: { formatted?: string; givenName?: string; familyName?: string };
};

const names = { formatted: 'formatted', givenname: 'givenName', familyname: 'familyName' } as const;
const plain: ReadonlySet<string> = new Set(['username', 'displayname', 'active', 'externalid']);
/** Parts of roles that the standard has, and that mean nothing here. */
const rolePartsWithoutMeaning: ReadonlySet<string> = new Set(['display', 'type', 'primary']);
const readOnly: ReadonlySet<string> = new Set(['id', 'meta', 'groups']);
const partNames = ['formatted', 'givenname', 'familyname'] as const;

function sayName(draft: Draft, part: keyof typeof names, value: unknown): void {
  const text = asText(value, `name.${names[part]}`, limits.fullNameCodePoints);
  draft.name[names[part]] = text ?? '';
}

function sayNames(draft: Draft, value: unknown): void {
  if (value === null) {
    removeNames(draft);
    return;
  }
  const body = asBody(value, 'name');
  for (const part of partNames) {
    const sent = memberOf(body, part);
    if (sent !== undefined) sayName(draft, part, sent);
  }
}

function removeNames(draft: Draft): void {
  for (const part of partNames) sayName(draft, part, null);
}

function checkRoleCount(values: readonly unknown[]): void {
  const most = limits.scimRolesPerUser;
  if (values.length > most) throw invalidValue(`A user may have at most ${most} values of "roles".`);
}

function roleValues(value: unknown): string[] {
  const list = asList(value);
  checkRoleCount(list);
  return list.map((one) => valueText(one, 'roles', limits.shortTextCodePoints));
}

/** Takes an attribute that was sent with a value; others mean nothing here. */
function say(draft: Draft, name: string, value: unknown): void {
  if (name === 'username') {
    const userName = asText(value, 'userName', limits.shortTextCodePoints);
    if (!userName) throw immutable('userName');
    draft.userName = userName;
  } else if (name === 'name') sayNames(draft, value);
  else if (name === 'displayname') {
    draft.displayName = asText(value, 'displayName', limits.fullNameCodePoints) ?? '';
  } else if (name === 'active') {
    if (value !== null) draft.active = asTruth(value, 'active');
  } else if (name === 'externalid') {
    draft.externalId = asText(value, 'externalId', limits.scimExternalIdCodePoints) || null;
  } else if (name === 'roles') draft.roles = roleValues(value);
}

/** Without a value these say nothing in a whole user; others are emptied. */
const isOptional: ReadonlySet<string> = new Set(['name', 'displayname', 'active']);

function isNothing(value: unknown): boolean {
  return value === null || value === '';
}

/** What a whole user says. Attributes without a value are like those that are not there (RFC 7643, section 2.5). */
export function wholeUser(body: ScimBody): UserForm {
  const draft: Draft = { name: {} };
  const userName = textIn(body, 'userName', limits.shortTextCodePoints);
  if (userName) draft.userName = userName;
  for (const name of ['name', 'displayname', 'active', 'externalid', 'roles']) {
    const value = memberOf(body, name);
    if (value !== undefined && !(isNothing(value) && isOptional.has(name))) say(draft, name, value);
  }
  return draft;
}

/** The roles after a change of them, whose values may be chosen by a filter. */
function changedRoles(present: readonly string[], { op, at, value }: Change): readonly string[] {
  const { filter, part, path } = at;
  // Of one value more than its text may be said (`roles[…].primary`), which means nothing here.
  const said = part ?? path[1] ?? 'value';
  if (rolePartsWithoutMeaning.has(said)) return present;
  if (said !== 'value') throw scimRefusal(400, 'invalidPath', `There is no attribute "roles.${said}".`);
  const isChosen = (one: string, index: number) =>
    !filter || matches(filter, { value: one, primary: index === 0 }, 'roles');
  if (op === 'remove') {
    const sent = value === undefined ? undefined : roleValues(value);
    return present.filter((one, index) => !isChosen(one, index) || (sent && !sent.includes(one)));
  }
  const kept =
    op === 'add' && !filter ? present : present.filter((one, index) => filter && !isChosen(one, index));
  const after = [...new Set([...kept, ...roleValues(value)])];
  checkRoleCount(after);
  return after;
}

/** Removes an attribute, or refuses where it must have a value (RFC 7644, section 3.5.2.2). */
function remove(draft: Draft, name: string): void {
  if (name === 'name') removeNames(draft);
  else if (name === 'displayname') draft.displayName = '';
  else if (name === 'externalid') draft.externalId = null;
  else throw immutable(name === 'username' ? 'userName' : name);
}

function changeName(draft: Draft, part: string, value: unknown): void {
  if (Object.hasOwn(names, part)) sayName(draft, part as keyof typeof names, value);
  else checkStandardNamePart(part);
}

function change(draft: Draft, asked: Change, roles: readonly string[]): void {
  const { op, at, value, isOfWhole } = asked;
  const [name = '', part] = at.path;
  const isRemoval = op === 'remove' || value === null;
  if (readOnly.has(name)) {
    if (!isOfWhole) throw immutable(name);
  } else if (name === 'password') {
    if (!isOfWhole) throw immutable(name);
  } else if (name === 'roles') draft.roles = changedRoles(draft.roles ?? roles, asked);
  else if (name === 'name' && part !== undefined) changeName(draft, part, isRemoval ? null : value);
  else if (name === 'name' || plain.has(name)) {
    checkIsPlain(name, at.path, at.filter);
    if (isRemoval) remove(draft, name);
    else say(draft, name, value);
  } else checkStandardUserAttribute(name);
}

/** What the changes of a body come to. @param roles what the user's are before */
export function changedUser(body: ScimBody, roles: readonly string[]): UserForm {
  const draft: Draft = { name: {} };
  const changes = changesIn(body);
  const most = limits.scimRolesPerUser;
  if (changes.filter(({ at }) => at.path[0] === 'roles').length > most)
    throw invalidValue(`A request may have at most ${most} changes of "roles".`);
  for (const asked of changes) change(draft, asked, roles);
  return draft;
}
