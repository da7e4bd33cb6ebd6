// Lists of users and groups: by an index where a filter asks for one value of it, otherwise by a walk over all of them in
// short turns, which fits each to the filter and keeps ids alone.

import type { Filter } from '../../model/scim/filter.ts';
import { namesIn } from '../../model/scim/filter.ts';
import { matches, orderKey } from '../../model/scim/match.ts';
import { withoutMembers } from '../../model/scim/membership.ts';
import { isAnswered, projected } from '../../model/scim/projection.ts';
import type { ListQuery } from '../../model/scim/query.ts';
import type { Resource } from '../../model/scim/resources.ts';
import { blocksOf } from '../../storage/blocks.ts';
import type { ResourceKind, ScimSight } from './kind.ts';

/** A part of a list. */
export interface ListPage {
  readonly total: number;
  readonly resources: readonly Resource[];
}

/** What is looked up of a walk at once. */
const AT_ONCE = 200;

interface Found {
  readonly kind: ResourceKind;
  readonly id: number;
  readonly key: string | undefined;
}

/** Those that may fit: by an index, where the filter cannot fit anything else. */
async function candidates(
  sight: ScimSight,
  kind: ResourceKind,
  filter: Filter | undefined,
): Promise<readonly number[]> {
  const terms = filter?.is === 'and' ? filter.parts : [filter];
  for (const term of terms) {
    if (term?.is !== 'compare' || term.by !== 'eq' || typeof term.value !== 'string') continue;
    const ids = await kind.indexed(sight, term.path.join('.'), term.value);
    if (ids) return ids;
  }
  return kind.ids(sight);
}

/** Those that fit, in their order. */
async function fitting(
  sight: ScimSight,
  kind: ResourceKind,
  { filter, sortBy }: ListQuery,
): Promise<readonly Found[]> {
  const asked = filter && withoutMembers(filter, (member) => kind.holding(sight, member));
  const ids = await candidates(sight, kind, filter);
  if (!filter && !sortBy) return ids.map((id) => ({ kind, id, key: undefined }));
  const needed = new Set([...(asked ? namesIn(asked) : []), ...(sortBy ?? [])]);
  const found: Found[] = [];
  for await (const block of blocksOf(ids, AT_ONCE)) {
    for (const [id, resource] of await kind.resources(sight, block, (name) => needed.has(name))) {
      if (asked && !matches(asked, resource)) continue;
      found.push({ kind, id, key: sortBy && orderKey(resource, sortBy) });
    }
  }
  return found;
}

/** What has nothing to be put in order by comes last. */
function byKey({ isDescending }: ListQuery) {
  return ({ key: one }: Found, { key: other }: Found): number => {
    if (one === other) return 0;
    if (one === undefined) return isDescending ? -1 : 1;
    if (other === undefined) return isDescending ? 1 : -1;
    return one < other === isDescending ? 1 : -1;
  };
}

/** A part of the list of some kinds of resources, one kind after the other unless it is put in order. */
export async function listResources(
  sight: ScimSight,
  kinds: readonly ResourceKind[],
  query: ListQuery,
): Promise<ListPage> {
  const found: Found[] = [];
  for (const kind of kinds) for (const one of await fitting(sight, kind, query)) found.push(one);
  if (query.sortBy) found.sort(byKey(query));
  const page = found.slice(query.startIndex - 1, query.startIndex - 1 + query.count);
  const resources = await resourcesOf(sight, page, query);
  return { total: found.length, resources };
}

/** A page, up to the first resource that does not fit into the answer any more. */
async function resourcesOf(
  sight: ScimSight,
  page: readonly Found[],
  { projection }: ListQuery,
): Promise<readonly Resource[]> {
  const needs = (name: string) => isAnswered(name, projection);
  const looked = new Map<ResourceKind, ReadonlyMap<number, Resource>>();
  let end = page.length;
  for (const kind of new Set(page.map((one) => one.kind))) {
    const ids = page.filter((one) => one.kind === kind).map(({ id }) => id);
    const most = needs('members') ? kind.fitting(sight, ids) : ids.length;
    const firstLeft = page.findIndex((one) => one.kind === kind && one.id === ids[most]);
    if (firstLeft >= 0) end = Math.min(end, firstLeft);
    looked.set(kind, await kind.resources(sight, ids.slice(0, most), needs));
  }
  return page.slice(0, end).flatMap(({ kind, id }) => {
    const resource = looked.get(kind)?.get(id);
    return resource ? [projected(resource, projection)] : [];
  });
}

/** One resource with what of it is asked for; undefined where there is none. */
export async function oneResource(
  sight: ScimSight,
  kind: ResourceKind,
  id: number,
  { projection }: Pick<ListQuery, 'projection'>,
): Promise<Resource | undefined> {
  const found = await kind.resources(sight, [id], (name) => isAnswered(name, projection));
  const resource = found.get(id);
  return resource && projected(resource, projection);
}
