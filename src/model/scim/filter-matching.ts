// Evaluates SCIM filters. A missing attribute has no value; for an attribute with several values one must match.

import { isRecord } from '../../api-contract/codec.ts';
import type { AttributePath, ComparedValue, ComparisonOperator, ScimFilter } from './filter.ts';
import { scimError } from './scim-errors.ts';

/** Attributes that are compared case-sensitively. All others are names and addresses. */
const caseSensitive: ReadonlySet<string> = new Set(['id', 'externalid', 'value', '$ref', 'location']);
const TIMES: ReadonlySet<string> = new Set(['created', 'lastmodified']);

/** A member of an object by its lower-case name. */
export function memberIgnoringCase(record: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(record, name)) return record[name];
  const found = Object.keys(record).find((key) => key.toLowerCase() === name);
  return found === undefined ? undefined : record[found];
}

/** All values at a path, including those in lists. */
function valuesAt(value: unknown, path: AttributePath): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, path));
  const [name, ...rest] = path;
  if (name === undefined) return [value];
  return isRecord(value) ? valuesAt(memberIgnoringCase(value, name), rest) : [];
}

/** The part of a complex value that is compared. */
function comparable(value: unknown): unknown {
  return isRecord(value) ? memberIgnoringCase(value, 'value') : value;
}

function orderMatches(order: number, by: ComparisonOperator): boolean {
  if (by === 'gt') return order > 0;
  if (by === 'ge') return order >= 0;
  return by === 'lt' ? order < 0 : order <= 0;
}

function textMatches(found: string, by: ComparisonOperator, expected: string): boolean {
  if (by === 'eq') return found === expected;
  if (by === 'co') return found.includes(expected);
  if (by === 'sw') return found.startsWith(expected);
  if (by === 'ew') return found.endsWith(expected);
  return orderMatches(found < expected ? -1 : found > expected ? 1 : 0, by);
}

function timeMatches(found: string, by: ComparisonOperator, expected: string): boolean {
  const [one, other] = [Date.parse(found), Date.parse(expected)];
  if (Number.isNaN(other)) throw scimError(400, 'invalidFilter', `"${expected}" is not a time.`);
  return by === 'eq' ? one === other : orderMatches(one - other, by);
}

/** Accepts texts, because some programs send booleans as such. */
function booleanMatches(found: boolean, by: ComparisonOperator, expected: ComparedValue): boolean {
  if (by !== 'eq') throw scimError(400, 'invalidFilter', 'Booleans can only be compared with eq and ne.');
  return String(expected).toLowerCase() === String(found);
}

function valueMatches(
  found: unknown,
  by: ComparisonOperator,
  expected: ComparedValue,
  name: string,
): boolean {
  const value = comparable(found);
  if (typeof value === 'boolean') return booleanMatches(value, by, expected);
  if (typeof value !== 'string' || expected === null) return false;
  const text = String(expected);
  if (TIMES.has(name) && !['co', 'sw', 'ew'].includes(by)) return timeMatches(value, by, text);
  if (caseSensitive.has(name)) return textMatches(value, by, text);
  return textMatches(value.toLowerCase(), by, text.toLowerCase());
}

/**
 * The name that decides how values are compared. The `value` of members and groups is an id; that of addresses
 * and roles is an ordinary text.
 */
function comparedName(path: AttributePath, within: string): string {
  const fullPath = within === '' ? path : [within, ...path];
  const isOfIds = fullPath[0] === 'members' || fullPath[0] === 'groups';
  const last = fullPath.at(-1) ?? '';
  return last === 'value' && !isOfIds ? '' : last;
}

/**
 * Whether a resource matches a filter. With `within`, whether a value of that attribute does.
 * @throws `invalidFilter` for a comparison that the type does not support
 */
export function matchesFilter(filter: ScimFilter, resource: unknown, within = ''): boolean {
  switch (filter.is) {
    case 'and':
      return filter.parts.every((part) => matchesFilter(part, resource, within));
    case 'or':
      return filter.parts.some((part) => matchesFilter(part, resource, within));
    case 'not':
      return !matchesFilter(filter.part, resource, within);
    case 'present':
      return valuesAt(resource, filter.path).some((value) => value !== '');
    case 'among':
      return valuesAt(resource, filter.path).some((id) => typeof id === 'string' && filter.ids.has(id));
    case 'within':
      return valuesAt(resource, filter.path).some((value) =>
        matchesFilter(filter.part, value, filter.path[0] ?? ''),
      );
    case 'compare': {
      const found = valuesAt(resource, filter.path);
      const { by, value } = filter;
      const name = comparedName(filter.path, within);
      if (value === null) return (found.length === 0) === (by === 'eq');
      if (by === 'ne') return !found.some((candidate) => valueMatches(candidate, 'eq', value, name));
      return found.some((candidate) => valueMatches(candidate, by, value, name));
    }
  }
}

/** The key by which a resource is sorted; undefined if it has no value at the path. */
export function sortKey(resource: unknown, path: AttributePath): string | undefined {
  const [first] = valuesAt(resource, path);
  const value = comparable(first);
  return typeof value === 'string' || typeof value === 'boolean' ? String(value).toLowerCase() : undefined;
}
