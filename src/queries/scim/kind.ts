// What lists need to know of users and of groups, each of which says it in a file of its own.

import type { Resource, ScimPlace } from '../../model/scim/resources.ts';
import type { Place } from '../asker.ts';

/** Where resources are looked up, and how they are shown. */
export interface ScimSight extends Place {
  readonly shown: ScimPlace;
}

export interface ResourceKind {
  /** The ids, as the tables have them, of all that are told of, ascending. */
  ids(sight: ScimSight): Promise<readonly number[]>;
  /** The ids of those that have a value in an attribute which there is an index of; undefined where there is none. */
  indexed(sight: ScimSight, name: string, value: string): Promise<readonly number[] | undefined>;
  /** Those that have somebody as a member, as SCIM calls both; undefined: anybody who is told of. */
  holding(sight: ScimSight, member: string | undefined): ReadonlySet<string>;
  /** Those of some ids that are told of, by id. @param needs whether an attribute is, which may be costly to put together */
  resources(
    sight: ScimSight,
    ids: readonly number[],
    needs: (name: string) => boolean,
  ): Promise<ReadonlyMap<number, Resource>>;
  /** How many of some, from the first on, fit into one answer; at least one. */
  fitting(sight: ScimSight, ids: readonly number[]): number;
}
