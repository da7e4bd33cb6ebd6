// The routes of SCIM (RFC 7644, section 3.2) and their answers.

import { changeGroup, createGroup, removeGroup, replaceGroup } from '../../api/scim/groups.ts';
import { queryContextOf, type ScimRequestContext } from '../../api/scim/scim-context.ts';
import { changeUser, createUser, removeUser, replaceUser } from '../../api/scim/users.ts';
import { memberIgnoringCase } from '../../model/scim/filter-matching.ts';
import { applyProjection } from '../../model/scim/projection.ts';
import { scimResourceTypes, scimSchemas, serviceProviderConfig } from '../../model/scim/scim-discovery.ts';
import { resourceNotFound, scimError } from '../../model/scim/scim-errors.ts';
import { parseListQuery } from '../../model/scim/scim-list-query.ts';
import { accountIdIn, groupIdIn, type ScimResource } from '../../model/scim/scim-resources.ts';
import type { ScimBody } from '../../model/scim/scim-values.ts';
import { groups } from '../../queries/scim/groups.ts';
import type { ResourceKind } from '../../queries/scim/kind.ts';
import { listResources, oneResource } from '../../queries/scim/list.ts';
import { users } from '../../queries/scim/users.ts';
import { listAnswer, type ScimAnswer } from './answers.ts';

/** A request whose body has not been read. */
export interface ScimRequest {
  readonly method: string;
  /** The segments of its path below the prefix. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
  body(): Promise<ScimBody>;
}

/** Operations on the resources of one kind. Each returns the id of the row it affected. */
interface Collection {
  readonly kind: ResourceKind;
  rowId(id: string): number | undefined;
  create(context: ScimRequestContext, body: ScimBody): Promise<number>;
  replace(context: ScimRequestContext, id: string, body: ScimBody): Promise<number>;
  change(context: ScimRequestContext, id: string, body: ScimBody): Promise<number>;
  remove(context: ScimRequestContext, id: string): Promise<void>;
  /** Whether a change is answered with the resource. If false, only when the request selects attributes. */
  readonly answersChanges: boolean;
}

const collections: Readonly<Record<string, Collection>> = {
  users: {
    kind: users,
    rowId: accountIdIn,
    create: createUser,
    replace: replaceUser,
    change: changeUser,
    remove: removeUser,
    answersChanges: true,
  },
  groups: {
    kind: groups,
    rowId: groupIdIn,
    create: createGroup,
    replace: replaceGroup,
    change: changeGroup,
    remove: removeGroup,
    // A group may have very many members.
    answersChanges: false,
  },
};

/** Endpoints of the protocol that this server does not implement. */
const notImplemented: ReadonlySet<string> = new Set(['bulk', 'me']);

function methodNotAllowed(method: string): Error {
  return scimError(405, undefined, `${method} is not supported at this address.`);
}

function parametersOf(query: URLSearchParams): Readonly<Record<string, unknown>> {
  return Object.fromEntries(query);
}

async function list(
  context: ScimRequestContext,
  kinds: readonly ResourceKind[],
  sent: Readonly<Record<string, unknown>>,
): Promise<ScimAnswer> {
  const query = parseListQuery(sent);
  return listAnswer(await listResources(queryContextOf(context), kinds, query), query.startIndex);
}

async function readResource(
  context: ScimRequestContext,
  { kind }: Collection,
  rowId: number | undefined,
  { query, id }: { readonly query: URLSearchParams; readonly id: string },
): Promise<ScimResource> {
  const selection = parseListQuery(parametersOf(query));
  const found =
    rowId === undefined ? undefined : await oneResource(queryContextOf(context), kind, rowId, selection);
  if (!found) throw resourceNotFound(id);
  return found;
}

function locationOf(resource: ScimResource): string {
  const meta = memberIgnoringCase(resource, 'meta');
  return String(memberIgnoringCase(meta as ScimResource, 'location'));
}

async function atCollection(
  context: ScimRequestContext,
  collection: Collection,
  { method, query, body }: ScimRequest,
): Promise<ScimAnswer> {
  if (method === 'GET') return list(context, [collection.kind], parametersOf(query));
  if (method !== 'POST') throw methodNotAllowed(method);
  // Validates the query before anything is created.
  const { projection } = parseListQuery(parametersOf(query));
  const rowId = await collection.create(context, await body());
  const createdResource = await readResource(context, collection, rowId, {
    query: new URLSearchParams(),
    id: String(rowId),
  });
  return {
    status: 201,
    body: applyProjection(createdResource, projection),
    location: locationOf(createdResource),
  };
}

async function atResource(
  context: ScimRequestContext,
  collection: Collection,
  id: string,
  { method, query, body }: ScimRequest,
): Promise<ScimAnswer> {
  const answer = async (rowId: number | undefined) => ({
    status: 200,
    body: await readResource(context, collection, rowId, { query, id }),
  });
  if (method === 'GET') return answer(collection.rowId(id));
  parseListQuery(parametersOf(query));
  if (method === 'PUT') return answer(await collection.replace(context, id, await body()));
  if (method === 'PATCH') {
    const rowId = await collection.change(context, id, await body());
    const selectsAttributes = query.has('attributes') || query.has('excludedAttributes');
    return collection.answersChanges || selectsAttributes ? answer(rowId) : { status: 204 };
  }
  if (method !== 'DELETE') throw methodNotAllowed(method);
  await collection.remove(context, id);
  return { status: 204 };
}

/** The descriptions of the server, which have no subresources and accept no filter. */
function describeServer(context: ScimRequestContext, name: string, id: string | undefined): ScimAnswer {
  const { url, roles } = context.resourceContext;
  if (name === 'serviceproviderconfig') {
    if (id !== undefined) throw resourceNotFound(id);
    return { status: 200, body: serviceProviderConfig(url) };
  }
  const roleValues = roles?.values.map(([value]) => value);
  const all = name === 'schemas' ? scimSchemas(url, roleValues) : scimResourceTypes(url);
  if (id === undefined) return listAnswer({ total: all.length, resources: all }, 1);
  const found = all.find((resource) => resource.id === id);
  if (!found) throw resourceNotFound(id);
  return { status: 200, body: found };
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw resourceNotFound(segment);
  }
}

export async function answerTo(context: ScimRequestContext, request: ScimRequest): Promise<ScimAnswer> {
  const [first = '', second, ...others] = request.segments.map(decodeSegment);
  const name = first.toLowerCase();
  const collection = Object.hasOwn(collections, name) ? collections[name] : undefined;
  if (others.length > 0) throw resourceNotFound(request.segments.join('/'));
  if (['serviceproviderconfig', 'schemas', 'resourcetypes'].includes(name)) {
    if (request.method !== 'GET') throw methodNotAllowed(request.method);
    if (request.query.has('filter'))
      throw scimError(403, undefined, `A filter cannot be used at "${first}" (RFC 7644, section 4).`);
    return describeServer(context, name, second);
  }
  if (name === '.search' && second === undefined) return search(context, [users, groups], request);
  if (notImplemented.has(name))
    throw scimError(
      501,
      undefined,
      `"${first}" is not supported. ServiceProviderConfig lists the supported features.`,
    );
  if (!collection) throw resourceNotFound(first);
  if (second === '.search') return search(context, [collection.kind], request);
  if (second === undefined) return atCollection(context, collection, request);
  return atResource(context, collection, second, request);
}

async function search(
  context: ScimRequestContext,
  kinds: readonly ResourceKind[],
  { method, body }: ScimRequest,
): Promise<ScimAnswer> {
  if (method !== 'POST') throw methodNotAllowed(method);
  return list(context, kinds, await body());
}
