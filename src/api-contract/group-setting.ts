// The value of a permission: a named group, or an anonymous one made of people and groups.

import { type Codec, id, list, optional, record } from './codec.ts';
import { badRequest } from './error.ts';

export interface AnonymousGroup {
  readonly direct_members: readonly number[];
  readonly direct_subgroups: readonly number[];
}

/** The id of a group, or an anonymous group; in canonical form (see `canonicalGroupSetting`). */
export type GroupSettingValue = number | AnonymousGroup;

const anonymous = record({ direct_members: list(id), direct_subgroups: list(id) });

/** The value of a permission as clients send it. */
export const groupSettingValue: Codec<GroupSettingValue> = {
  schema: { anyOf: [{ type: 'integer' }, anonymous.schema] },
  decode(value, path) {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw badRequest(`${path} is not an allowed_type`);
    }
    return anonymous.decode(value, path);
  },
};

/** A change of a permission: the new value and, to detect concurrent changes, the value that the client saw. */
export const groupSettingUpdate: Codec<{ new: GroupSettingValue; old?: GroupSettingValue }> = record({
  new: groupSettingValue,
  old: optional(groupSettingValue),
});

/**
 * The canonical form of a value, which is stored, compared and sent: a single group without people becomes
 * that group's id, an empty value becomes the id of `role:nobody`, and lists are sorted without duplicates.
 */
export function canonicalGroupSetting(value: GroupSettingValue, nobodyGroupId: number): GroupSettingValue {
  if (typeof value === 'number') return value;
  const members = sortedUnique(value.direct_members);
  const subgroups = sortedUnique(value.direct_subgroups);
  const [only] = subgroups;
  if (members.length === 0 && subgroups.length === 0) return nobodyGroupId;
  if (members.length === 0 && subgroups.length === 1 && only !== undefined) return only;
  return { direct_members: members, direct_subgroups: subgroups };
}

/** Whether two canonical values are equal. */
export function sameGroupSetting(a: GroupSettingValue, b: GroupSettingValue): boolean {
  if (typeof a === 'number' || typeof b === 'number') return a === b;
  return sameList(a.direct_members, b.direct_members) && sameList(a.direct_subgroups, b.direct_subgroups);
}

function sameList(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((element, index) => element === b[index]);
}

function sortedUnique(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}
