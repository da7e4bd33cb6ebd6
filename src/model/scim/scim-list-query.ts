// Parses list requests, from the parameters of a URL or the body of a search (RFC 7644, section 3.4).

import { limits } from '../../api-contract/limits.ts';
import { type AttributePath, parseChangePath, parseFilter, type ScimFilter } from './filter.ts';
import { memberIgnoringCase } from './filter-matching.ts';
import { parseProjection, type ScimProjection } from './projection.ts';
import { invalidValue, scimError } from './scim-errors.ts';

export interface ScimListQuery {
  readonly filter: ScimFilter | undefined;
  /** Starts at 1. */
  readonly startIndex: number;
  readonly count: number;
  readonly sortBy: AttributePath | undefined;
  readonly isDescending: boolean;
  readonly projection: ScimProjection;
}

function numberIn(sent: unknown, name: string): number | undefined {
  if (sent === undefined || sent === null || sent === '') return undefined;
  const number = typeof sent === 'string' && /^\s*[-+]?\d{1,15}\s*$/.test(sent) ? Number(sent) : sent;
  if (typeof number !== 'number' || !Number.isSafeInteger(number))
    throw invalidValue(`"${name}" must be an integer.`);
  return number;
}

function textIn(sent: unknown, name: string): string | undefined {
  if (sent === undefined || sent === null) return undefined;
  if (typeof sent !== 'string') throw invalidValue(`"${name}" must be a string.`);
  return sent.trim() === '' ? undefined : sent;
}

/** The path to sort by. Groups are large, so sorting by members is refused. */
function sortPath(text: string): AttributePath {
  const { path } = parseChangePath(text);
  if (path[0] === 'members') throw scimError(400, 'invalidPath', 'Lists cannot be sorted by members.');
  return path;
}

/** Numbers out of range are replaced by the nearest allowed one. @throws 400 for anything that cannot be read */
export function parseListQuery(sent: Readonly<Record<string, unknown>>): ScimListQuery {
  const parameter = (name: string) => memberIgnoringCase(sent, name.toLowerCase());
  const filter = textIn(parameter('filter'), 'filter');
  const sortBy = textIn(parameter('sortBy'), 'sortBy');
  const order = textIn(parameter('sortOrder'), 'sortOrder')?.toLowerCase() ?? 'ascending';
  if (order !== 'ascending' && order !== 'descending')
    throw invalidValue('"sortOrder" must be ascending or descending.');
  const maxCount = limits.scimResourcesPerPage;
  return {
    filter: filter === undefined ? undefined : parseFilter(filter),
    startIndex: Math.max(1, numberIn(parameter('startIndex'), 'startIndex') ?? 1),
    count: Math.min(maxCount, Math.max(0, numberIn(parameter('count'), 'count') ?? maxCount)),
    sortBy: sortBy === undefined ? undefined : sortPath(sortBy),
    isDescending: order === 'descending',
    projection: parseProjection(parameter('attributes'), parameter('excludedAttributes')),
  };
}
