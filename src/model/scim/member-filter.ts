// Resolves the conditions on members in a filter of groups. Groups are large, so each condition is answered
// once from the groups' sets of members; conditions that would have to be compared with every member are
// refused.

import type { ScimFilter } from './filter.ts';
import { scimError } from './scim-errors.ts';

/** The ids of the resources with a member; undefined for any member. */
export type IdsWithMember = (member: string | undefined) => ReadonlySet<string>;

const unsupportedFilter = () =>
  scimError(400, 'invalidFilter', 'Select members by value, with eq and or, or with pr.');

/**
 * Replaces a condition on members with the ids of the matching resources.
 * @param inside whether the path starts within a member
 */
function idsFilter(filter: ScimFilter, idsWithMember: IdsWithMember, inside: boolean): ScimFilter {
  if (filter.is === 'or')
    return { is: 'or', parts: filter.parts.map((part) => idsFilter(part, idsWithMember, inside)) };
  if (filter.is !== 'compare' && filter.is !== 'present') throw unsupportedFilter();
  const part = (inside ? filter.path : filter.path.slice(1)).join('.');
  if (part !== 'value' && (inside || part !== '')) throw unsupportedFilter();
  if (filter.is === 'present') return { is: 'among', path: ['id'], ids: idsWithMember(undefined) };
  if (filter.by !== 'eq' || filter.value === null) throw unsupportedFilter();
  return { is: 'among', path: ['id'], ids: idsWithMember(String(filter.value)) };
}

/**
 * The same filter without conditions on members. @throws `invalidFilter` for other conditions on members
 */
export function resolveMembers(filter: ScimFilter, idsWithMember: IdsWithMember): ScimFilter {
  if ('parts' in filter)
    return { is: filter.is, parts: filter.parts.map((part) => resolveMembers(part, idsWithMember)) };
  if (filter.is === 'not') return { is: 'not', part: resolveMembers(filter.part, idsWithMember) };
  if (filter.path[0] !== 'members') return filter;
  if (filter.is !== 'within') return idsFilter(filter, idsWithMember, false);
  if (filter.path.length > 1) throw unsupportedFilter();
  return idsFilter(filter.part, idsWithMember, true);
}
