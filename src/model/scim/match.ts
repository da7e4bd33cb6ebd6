// Whether a resource fits a filter. What a resource does not have is no value; of several values one has to fit.

import { isRecord } from '../../api-contract/codec.ts';
import type { AttributePath, ComparedValue, Comparison, Filter } from './filter.ts';
import { scimRefusal } from './refusals.ts';

/** Attributes whose capital letters count; all others are names of people and groups, and addresses. */
const exact: ReadonlySet<string> = new Set(['id', 'externalid', 'value', '$ref', 'location']);
const TIMES: ReadonlySet<string> = new Set(['created', 'lastmodified']);

/** A member of an object by its name in lower case. */
export function memberOf(record: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(record, name)) return record[name];
  const found = Object.keys(record).find((key) => key.toLowerCase() === name);
  return found === undefined ? undefined : record[found];
}

/** Everything that stands at a path; lists are gone through. */
function valuesAt(value: unknown, path: AttributePath): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, path));
  const [name, ...rest] = path;
  if (name === undefined) return [value];
  return isRecord(value) ? valuesAt(memberOf(value, name), rest) : [];
}

/** What is compared of a value that has parts: the part that says which it is. */
function comparable(value: unknown): unknown {
  return isRecord(value) ? memberOf(value, 'value') : value;
}

function compares(order: number, by: Comparison): boolean {
  if (by === 'gt') return order > 0;
  if (by === 'ge') return order >= 0;
  return by === 'lt' ? order < 0 : order <= 0;
}

function comparesText(found: string, by: Comparison, wanted: string): boolean {
  if (by === 'eq') return found === wanted;
  if (by === 'co') return found.includes(wanted);
  if (by === 'sw') return found.startsWith(wanted);
  if (by === 'ew') return found.endsWith(wanted);
  return compares(found < wanted ? -1 : found > wanted ? 1 : 0, by);
}

function comparesTime(found: string, by: Comparison, wanted: string): boolean {
  const [one, other] = [Date.parse(found), Date.parse(wanted)];
  if (Number.isNaN(other)) throw scimRefusal(400, 'invalidFilter', `"${wanted}" is no point in time.`);
  return by === 'eq' ? one === other : compares(one - other, by);
}

/** Some programs write truth as a text. */
function comparesTruth(found: boolean, by: Comparison, wanted: ComparedValue): boolean {
  if (by !== 'eq') throw scimRefusal(400, 'invalidFilter', 'Truth is compared with eq and ne alone.');
  return String(wanted).toLowerCase() === String(found);
}

function fits(found: unknown, by: Comparison, wanted: ComparedValue, name: string): boolean {
  const value = comparable(found);
  if (typeof value === 'boolean') return comparesTruth(value, by, wanted);
  if (typeof value !== 'string' || wanted === null) return false;
  const text = String(wanted);
  if (TIMES.has(name) && !['co', 'sw', 'ew'].includes(by)) return comparesTime(value, by, text);
  if (exact.has(name)) return comparesText(value, by, text);
  return comparesText(value.toLowerCase(), by, text.toLowerCase());
}

/** Of members and groups the value is an id; of addresses and roles it is a text like others. */
function comparedName(path: AttributePath, within: string): string {
  const whole = within === '' ? path : [within, ...path];
  const isOfIds = whole[0] === 'members' || whole[0] === 'groups';
  const last = whole.at(-1) ?? '';
  return last === 'value' && !isOfIds ? '' : last;
}

/**
 * Whether a resource, or with `within` a value of that attribute, fits.
 * @throws `invalidFilter` for a comparison that its values do not have
 */
export function matches(filter: Filter, resource: unknown, within = ''): boolean {
  switch (filter.is) {
    case 'and':
      return filter.parts.every((part) => matches(part, resource, within));
    case 'or':
      return filter.parts.some((part) => matches(part, resource, within));
    case 'not':
      return !matches(filter.part, resource, within);
    case 'present':
      return valuesAt(resource, filter.path).some((value) => value !== '');
    case 'among':
      return valuesAt(resource, filter.path).some((id) => typeof id === 'string' && filter.ids.has(id));
    case 'within':
      return valuesAt(resource, filter.path).some((value) =>
        matches(filter.part, value, filter.path[0] ?? ''),
      );
    case 'compare': {
      const found = valuesAt(resource, filter.path);
      const { by, value } = filter;
      const name = comparedName(filter.path, within);
      if (value === null) return (found.length === 0) === (by === 'eq');
      if (by === 'ne') return !found.some((one) => fits(one, 'eq', value, name));
      return found.some((one) => fits(one, by, value, name));
    }
  }
}

/** By what a resource is put in order; undefined where it has nothing at a path. */
export function orderKey(resource: unknown, path: AttributePath): string | undefined {
  const [first] = valuesAt(resource, path);
  const value = comparable(first);
  return typeof value === 'string' || typeof value === 'boolean' ? String(value).toLowerCase() : undefined;
}
