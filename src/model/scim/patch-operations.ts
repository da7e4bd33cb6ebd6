// Parses the operations of a PATCH request (RFC 7644, section 3.5.2) in the variants that different programs
// send: operation names in any case, values without a path, and paths as names within such values.

import { isRecord } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { type ChangePath, parseChangePath } from './filter.ts';
import { memberIgnoringCase } from './filter-matching.ts';
import { invalidValue, scimError } from './scim-errors.ts';
import type { ScimBody } from './scim-values.ts';

/** One change at one path. */
export interface ScimChange {
  readonly op: 'add' | 'replace' | 'remove';
  readonly target: ChangePath;
  readonly value: unknown;
  /**
   * Whether the path was not sent separately, but is a name within the value. In that case read-only attributes
   * are ignored.
   */
  readonly isWithinValue: boolean;
}

function opOf(operation: ScimBody): ScimChange['op'] {
  const name = memberIgnoringCase(operation, 'op');
  const op = typeof name === 'string' ? name.toLowerCase() : '';
  if (op === 'add' || op === 'replace' || op === 'remove') return op;
  throw scimError(400, 'invalidSyntax', '"op" must be add, replace or remove.');
}

function tooMany(): Error {
  const maximum = limits.scimOperationsPerRequest;
  return invalidValue(
    `A request may have at most ${maximum} operations; each name in a value without a "path" counts as one.`,
  );
}

/** @param maximum how many more changes are allowed */
function changesOf(operation: unknown, maximum: number): readonly ScimChange[] {
  if (!isRecord(operation)) throw scimError(400, 'invalidSyntax', 'An operation must be an object.');
  const op = opOf(operation);
  const path = memberIgnoringCase(operation, 'path');
  const value = memberIgnoringCase(operation, 'value');
  if (path !== undefined && path !== null && path !== '') {
    if (typeof path !== 'string') throw scimError(400, 'invalidPath', '"path" must be a string.');
    if (op !== 'remove' && value === undefined) throw invalidValue(`The operation ${op} has no "value".`);
    return [{ op, target: parseChangePath(path), value, isWithinValue: false }];
  }
  if (op === 'remove') throw scimError(400, 'noTarget', 'The operation remove has no "path".');
  if (!isRecord(value)) throw invalidValue('Without a "path", "value" must be an object.');
  const entries = Object.entries(value);
  if (entries.length > maximum) throw tooMany();
  return entries.map(([name, entryValue]) => ({
    op,
    target: parseChangePath(name),
    value: entryValue,
    isWithinValue: true,
  }));
}

/** All changes in a body, in order. @throws 400 with a reason if the body cannot be read */
export function parseChanges(body: ScimBody): readonly ScimChange[] {
  const operations = memberIgnoringCase(body, 'operations');
  if (!Array.isArray(operations) || operations.length === 0)
    throw scimError(400, 'invalidSyntax', '"Operations" must be a list of changes.');
  const maximum = limits.scimOperationsPerRequest;
  if (operations.length > maximum) throw tooMany();
  const changes: ScimChange[] = [];
  for (const operation of operations) {
    if (changes.length >= maximum) throw tooMany();
    changes.push(...changesOf(operation, maximum - changes.length));
  }
  return changes;
}

/** The error for changing a read-only attribute, or removing a required one. */
export function immutableAttribute(name: string): Error {
  return scimError(400, 'mutability', `"${name}" cannot be changed in this way.`);
}
