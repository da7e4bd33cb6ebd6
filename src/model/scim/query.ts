// What a list is asked for: by the parameters of an address, or by the body of a search (RFC 7644, section 3.4).

import { limits } from '../../api-contract/limits.ts';
import { type AttributePath, type Filter, parseChangePath, parseFilter } from './filter.ts';
import { memberOf } from './match.ts';
import { type Projection, projectionOf } from './projection.ts';
import { invalidValue, scimRefusal } from './refusals.ts';

export interface ListQuery {
  readonly filter: Filter | undefined;
  /** From 1 on. */
  readonly startIndex: number;
  readonly count: number;
  readonly sortBy: AttributePath | undefined;
  readonly isDescending: boolean;
  readonly projection: Projection;
}

function numberIn(sent: unknown, name: string): number | undefined {
  if (sent === undefined || sent === null || sent === '') return undefined;
  const number = typeof sent === 'string' && /^\s*[-+]?\d{1,15}\s*$/.test(sent) ? Number(sent) : sent;
  if (typeof number !== 'number' || !Number.isSafeInteger(number))
    throw invalidValue(`"${name}" must be a whole number.`);
  return number;
}

function textIn(sent: unknown, name: string): string | undefined {
  if (sent === undefined || sent === null) return undefined;
  if (typeof sent !== 'string') throw invalidValue(`"${name}" must be a text.`);
  return sent.trim() === '' ? undefined : sent;
}

/** By what a list is put in order. Groups are large, and not put in order by who is in them. */
function sortPath(text: string): AttributePath {
  const { path } = parseChangePath(text);
  if (path[0] === 'members') throw scimRefusal(400, 'invalidPath', 'Lists are not put in order by members.');
  return path;
}

/** Reads it. @throws 400 for what cannot be read; numbers out of their ranges count as the nearest in them */
export function listQuery(sent: Readonly<Record<string, unknown>>): ListQuery {
  const of = (name: string) => memberOf(sent, name.toLowerCase());
  const filter = textIn(of('filter'), 'filter');
  const sortBy = textIn(of('sortBy'), 'sortBy');
  const order = textIn(of('sortOrder'), 'sortOrder')?.toLowerCase() ?? 'ascending';
  if (order !== 'ascending' && order !== 'descending')
    throw invalidValue('"sortOrder" must be ascending or descending.');
  const most = limits.scimResourcesPerPage;
  return {
    filter: filter === undefined ? undefined : parseFilter(filter),
    startIndex: Math.max(1, numberIn(of('startIndex'), 'startIndex') ?? 1),
    count: Math.min(most, Math.max(0, numberIn(of('count'), 'count') ?? most)),
    sortBy: sortBy === undefined ? undefined : sortPath(sortBy),
    isDescending: order === 'descending',
    projection: projectionOf(of('attributes'), of('excludedAttributes')),
  };
}
