// Permissions of a Zulip archive. Each names a group: one that is visible to people, or an anonymous one that only
// contains the people and groups of this permission.

import type { GroupSettingValue } from '../../api-contract/group-setting.ts';
import type { Row } from '../archive/row.ts';

/** The groups of an archive, with their members. */
export class ArchivedGroups {
  readonly namedGroups: readonly Row[];
  readonly #names = new Map<string, number>();
  readonly #namedIds = new Set<number>();
  readonly #members = new Map<number, number[]>();
  readonly #subgroups = new Map<number, number[]>();

  constructor(tables: ReadonlyMap<string, readonly Row[]>) {
    const rows = (name: string) => tables.get(name) ?? [];
    const newer = rows('zerver_namedusergroup');
    // Older archives have no anonymous groups and only one table.
    this.namedGroups = newer.length > 0 ? newer : rows('zerver_usergroup').filter((row) => row.has('name'));
    for (const row of this.namedGroups) {
      this.#namedIds.add(row.id('id'));
      this.#names.set(row.text('name'), row.id('id'));
    }
    for (const row of rows('zerver_usergroupmembership'))
      push(this.#members, row.id('user_group'), row.id('user_profile'));
    for (const row of rows('zerver_groupgroupmembership'))
      push(this.#subgroups, row.id('supergroup'), row.id('subgroup'));
  }

  membersOf(groupId: number): readonly number[] {
    return this.#members.get(groupId) ?? [];
  }

  subgroupsOf(groupId: number): readonly number[] {
    return this.#subgroups.get(groupId) ?? [];
  }

  idOf(name: string): number | undefined {
    return this.#names.get(name);
  }

  /** The permission in a row; undefined if it is missing. */
  setting(row: Row, name: string): GroupSettingValue | undefined {
    const id = row.optionalId(name);
    if (id === null) return undefined;
    if (this.#namedIds.has(id)) return id;
    return { direct_members: [...this.membersOf(id)], direct_subgroups: [...this.subgroupsOf(id)] };
  }

  /** The permissions of the given names that a row has. */
  settings(row: Row, names: readonly string[]): Record<string, GroupSettingValue> {
    const found: Record<string, GroupSettingValue> = {};
    for (const name of names) {
      const value = this.setting(row, name);
      if (value !== undefined) found[name] = value;
    }
    return found;
  }
}

function push(lists: Map<number, number[]>, key: number, id: number): void {
  const list = lists.get(key);
  if (list) list.push(id);
  else lists.set(key, [id]);
}
