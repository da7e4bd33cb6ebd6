// Lists SCIM users and groups: with an index if a filter requires one of its values, otherwise by scanning
// all of them in short turns, matching each against the filter and storing ids only.

import type { ScimFilter } from '../../model/scim/filter.ts';
import { attributeNamesIn } from '../../model/scim/filter.ts';
import { matchesFilter, sortKey } from '../../model/scim/filter-matching.ts';
import { resolveMembers } from '../../model/scim/member-filter.ts';
import { applyProjection, isReturned } from '../../model/scim/projection.ts';
import type { ScimListQuery } from '../../model/scim/scim-list-query.ts';
import type { ScimResource } from '../../model/scim/scim-resources.ts';
import { blocksOf } from '../../storage/blocks.ts';
import type { ResourceKind, ScimQueryContext } from './kind.ts';

/** A part of a list. */
export interface ListPage {
  readonly total: number;
  readonly resources: readonly ScimResource[];
}

/** Resources loaded at once during a scan. */
const AT_ONCE = 200;

interface Found {
  readonly kind: ResourceKind;
  readonly id: number;
  readonly key: string | undefined;
}

/** The candidates: from an index, if the filter can match nothing else. */
async function candidates(
  context: ScimQueryContext,
  kind: ResourceKind,
  filter: ScimFilter | undefined,
): Promise<readonly number[]> {
  const terms = filter?.is === 'and' ? filter.parts : [filter];
  for (const term of terms) {
    if (term?.is !== 'compare' || term.by !== 'eq' || typeof term.value !== 'string') continue;
    const ids = await kind.indexedIds(context, term.path.join('.'), term.value);
    if (ids) return ids;
  }
  return kind.ids(context);
}

/** The matching resources, in order. */
async function matching(
  context: ScimQueryContext,
  kind: ResourceKind,
  { filter, sortBy }: ScimListQuery,
): Promise<readonly Found[]> {
  const resolved = filter && resolveMembers(filter, (member) => kind.containing(context, member));
  const ids = await candidates(context, kind, filter);
  if (!filter && !sortBy) return ids.map((id) => ({ kind, id, key: undefined }));
  const neededAttributes = new Set([...(resolved ? attributeNamesIn(resolved) : []), ...(sortBy ?? [])]);
  const found: Found[] = [];
  for await (const block of blocksOf(ids, AT_ONCE)) {
    for (const [id, resource] of await kind.resources(context, block, (name) => neededAttributes.has(name))) {
      if (resolved && !matchesFilter(resolved, resource)) continue;
      found.push({ kind, id, key: sortBy && sortKey(resource, sortBy) });
    }
  }
  return found;
}

/** Resources without a sort value come last. */
function byKey({ isDescending }: ScimListQuery) {
  return ({ key: one }: Found, { key: other }: Found): number => {
    if (one === other) return 0;
    if (one === undefined) return isDescending ? -1 : 1;
    if (other === undefined) return isDescending ? 1 : -1;
    return one < other === isDescending ? 1 : -1;
  };
}

/** A part of the list of some kinds of resources, one kind after the other unless sorted. */
export async function listResources(
  context: ScimQueryContext,
  kinds: readonly ResourceKind[],
  query: ScimListQuery,
): Promise<ListPage> {
  const found: Found[] = [];
  for (const kind of kinds) for (const match of await matching(context, kind, query)) found.push(match);
  if (query.sortBy) found.sort(byKey(query));
  const page = found.slice(query.startIndex - 1, query.startIndex - 1 + query.count);
  const resources = await resourcesOf(context, page, query);
  return { total: found.length, resources };
}

/** The resources of a page, up to the first one that no longer fits into the response. */
async function resourcesOf(
  context: ScimQueryContext,
  page: readonly Found[],
  { projection }: ScimListQuery,
): Promise<readonly ScimResource[]> {
  const needs = (name: string) => isReturned(name, projection);
  const resources = new Map<ResourceKind, ReadonlyMap<number, ScimResource>>();
  let end = page.length;
  for (const kind of new Set(page.map((found) => found.kind))) {
    const ids = page.filter((found) => found.kind === kind).map(({ id }) => id);
    const maximum = needs('members') ? kind.countFitting(context, ids) : ids.length;
    const firstExcluded = page.findIndex((found) => found.kind === kind && found.id === ids[maximum]);
    if (firstExcluded >= 0) end = Math.min(end, firstExcluded);
    resources.set(kind, await kind.resources(context, ids.slice(0, maximum), needs));
  }
  return page.slice(0, end).flatMap(({ kind, id }) => {
    const resource = resources.get(kind)?.get(id);
    return resource ? [applyProjection(resource, projection)] : [];
  });
}

/** One resource with the requested attributes; undefined if it does not exist. */
export async function oneResource(
  context: ScimQueryContext,
  kind: ResourceKind,
  id: number,
  { projection }: Pick<ScimListQuery, 'projection'>,
): Promise<ScimResource | undefined> {
  const found = await kind.resources(context, [id], (name) => isReturned(name, projection));
  const resource = found.get(id);
  return resource && applyProjection(resource, projection);
}
