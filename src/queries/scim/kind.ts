// The interface of a kind of SCIM resource, implemented for users and groups.

import type { ScimResource, ScimResourceContext } from '../../model/scim/scim-resources.ts';
import type { QueryContext } from '../requester.ts';

/** The sources from which resources are read, and the context of their representation. */
export interface ScimQueryContext extends QueryContext {
  readonly resourceContext: ScimResourceContext;
}

export interface ResourceKind {
  /** The database ids of all included resources, ascending. */
  ids(context: ScimQueryContext): Promise<readonly number[]>;
  /** The ids of resources with a value in an indexed attribute; undefined without an index. */
  indexedIds(context: ScimQueryContext, name: string, value: string): Promise<readonly number[] | undefined>;
  /** The SCIM ids of resources that have the given SCIM id as a member; undefined: any included member. */
  containing(context: ScimQueryContext, member: string | undefined): ReadonlySet<string>;
  /**
   * The included resources among the given ids, by id. @param needs whether an attribute is needed, which may be
   * costly to build
   */
  resources(
    context: ScimQueryContext,
    ids: readonly number[],
    needs: (name: string) => boolean,
  ): Promise<ReadonlyMap<number, ScimResource>>;
  /** How many of the first items fit into one response; at least one. */
  countFitting(context: ScimQueryContext, ids: readonly number[]): number;
}
