// The content of a request to change a group, whether sent as a whole (POST, PUT) or as changes (PATCH). Attributes
// that a request does not contain stay unchanged.

import { limits } from '../../api-contract/limits.ts';
import type { ScimFilter } from './filter.ts';
import { memberIgnoringCase } from './filter-matching.ts';
import { immutableAttribute, parseChanges, type ScimChange } from './patch-operations.ts';
import { invalidValue, scimError } from './scim-errors.ts';
import { accountIdIn } from './scim-resources.ts';
import { asBoolean, asList, asObject, asText, type ScimBody, valueText } from './scim-values.ts';
import { checkIsSimpleAttribute, checkStandardGroupAttribute } from './unstored-attributes.ts';

/** The changed attributes; undefined if unchanged. */
export interface GroupChange {
  readonly displayName?: string;
  readonly externalId?: string | null;
  /** All members after the change. */
  readonly memberIds?: ReadonlySet<number>;
}

/** Parses the members of one request, and limits their number. */
class MemberReader {
  #count = 0;

  ids(value: unknown): number[] {
    const list = asList(value);
    this.#count += list.length;
    const maxMembers = limits.scimMembersPerRequest;
    if (this.#count > maxMembers)
      throw invalidValue(
        `A request may have at most ${maxMembers} members. Send the others in more requests.`,
      );
    return list.map((member) => {
      const text = valueText(asObject(member, 'members'), 'members', limits.shortTextCodePoints);
      const id = accountIdIn(text);
      if (id === undefined) throw invalidValue(`Members must be users: no user has the ID "${text}".`);
      return id;
    });
  }
}

type Draft = { -readonly [K in keyof GroupChange]: GroupChange[K] } & { memberIds?: Set<number> };

function setAttribute(draft: Draft, name: string, value: unknown): void {
  if (name === 'displayname') {
    const text = asText(value, 'displayName', limits.shortTextCodePoints);
    if (!text) throw immutableAttribute('displayName');
    draft.displayName = text;
  } else if (name === 'externalid') {
    draft.externalId = asText(value, 'externalId', limits.scimExternalIdCodePoints) || null;
  }
  // Some programs also send whether a group is active. An inactive group must be deleted instead.
  else if (name === 'active' && value !== null && !asBoolean(value, 'active'))
    throw immutableAttribute('active');
}

/** Parses a whole group. */
export function parseGroup(body: ScimBody): GroupChange {
  const draft: Draft = {};
  for (const name of ['displayname', 'externalid']) {
    const value = memberIgnoringCase(body, name);
    if (value !== undefined) setAttribute(draft, name, value);
  }
  const members = memberIgnoringCase(body, 'members');
  if (members !== undefined) draft.memberIds = new Set(new MemberReader().ids(members));
  return draft;
}

/**
 * The members that a filter selects. Groups are large, so filters that would have to be compared with every
 * member are refused.
 */
function selectedIds(filter: ScimFilter): readonly number[] {
  if (filter.is === 'or') return filter.parts.flatMap(selectedIds);
  if (filter.is === 'compare' && filter.by === 'eq' && filter.path.join() === 'value')
    return [accountIdIn(String(filter.value)) ?? []].flat();
  throw scimError(400, 'invalidFilter', 'Select members by value, with eq and or.');
}

/** Changes the members in place, because there may be very many. */
function changeMembers(members: Set<number>, { op, value, target }: ScimChange, reader: MemberReader): void {
  const { filter } = target;
  if (op === 'remove') {
    const isAll = !filter && (value === undefined || value === null);
    if (isAll) members.clear();
    else for (const id of filter ? selectedIds(filter) : reader.ids(value)) members.delete(id);
    return;
  }
  if (filter) throw immutableAttribute('members');
  if (op === 'replace') members.clear();
  for (const id of reader.ids(value)) members.add(id);
}

const readOnly: ReadonlySet<string> = new Set(['id', 'meta']);
const simpleAttributes: ReadonlySet<string> = new Set(['displayname', 'externalid', 'active']);

/**
 * Applies the changes in a body.
 * @param memberIds the members before
 */
export function parseGroupChanges(body: ScimBody, memberIds: ReadonlySet<number>): GroupChange {
  const draft: Draft = {};
  const reader = new MemberReader();
  for (const change of parseChanges(body)) {
    const { op, target, value, isWithinValue } = change;
    const [name = ''] = target.path;
    if (readOnly.has(name)) {
      if (!isWithinValue) throw immutableAttribute(name);
    } else if (name === 'members') {
      if (target.path.length > 1 || target.part !== undefined) throw immutableAttribute('members');
      draft.memberIds ??= new Set(memberIds);
      changeMembers(draft.memberIds, change, reader);
    } else if (simpleAttributes.has(name)) {
      checkIsSimpleAttribute(name, target.path, target.filter);
      setAttribute(draft, name, op === 'remove' ? null : value);
    } else checkStandardGroupAttribute(name);
  }
  return draft;
}
