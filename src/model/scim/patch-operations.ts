// The operations of a change (RFC 7644, section 3.5.2), as they come from different programs: their names in any case,
// values without a path, and paths in place of names within such values.

import { isRecord } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import type { ScimBody } from './body-values.ts';
import { type ChangePath, parseChangePath } from './filter.ts';
import { memberOf } from './match.ts';
import { invalidValue, scimRefusal } from './refusals.ts';

/** One change at one place. */
export interface Change {
  readonly op: 'add' | 'replace' | 'remove';
  readonly at: ChangePath;
  readonly value: unknown;
  /** Whether the path was not said, but is a name within the value: what cannot be changed is passed over there. */
  readonly isOfWhole: boolean;
}

function opOf(operation: ScimBody): Change['op'] {
  const named = memberOf(operation, 'op');
  const op = typeof named === 'string' ? named.toLowerCase() : '';
  if (op === 'add' || op === 'replace' || op === 'remove') return op;
  throw scimRefusal(400, 'invalidSyntax', '"op" must be add, replace or remove.');
}

function tooMany(): Error {
  const most = limits.scimOperationsPerRequest;
  return invalidValue(
    `A request may have at most ${most} operations; each name within a value without a "path" counts as one.`,
  );
}

/** @param most how many more changes there may be */
function changesOf(operation: unknown, most: number): readonly Change[] {
  if (!isRecord(operation)) throw scimRefusal(400, 'invalidSyntax', 'An operation is an object.');
  const op = opOf(operation);
  const path = memberOf(operation, 'path');
  const value = memberOf(operation, 'value');
  if (path !== undefined && path !== null && path !== '') {
    if (typeof path !== 'string') throw scimRefusal(400, 'invalidPath', '"path" must be a text.');
    if (op !== 'remove' && value === undefined) throw invalidValue(`The operation ${op} has no "value".`);
    return [{ op, at: parseChangePath(path), value, isOfWhole: false }];
  }
  if (op === 'remove') throw scimRefusal(400, 'noTarget', 'The operation remove has no "path".');
  if (!isRecord(value)) throw invalidValue('Without a "path", "value" must be an object.');
  const entries = Object.entries(value);
  if (entries.length > most) throw tooMany();
  return entries.map(([name, one]) => ({
    op,
    at: parseChangePath(name),
    value: one,
    isOfWhole: true,
  }));
}

/** The changes that a body asks for, in their order. @throws 400 that says what cannot be read */
export function changesIn(body: ScimBody): readonly Change[] {
  const operations = memberOf(body, 'operations');
  if (!Array.isArray(operations) || operations.length === 0)
    throw scimRefusal(400, 'invalidSyntax', '"Operations" must be a list of changes.');
  const most = limits.scimOperationsPerRequest;
  if (operations.length > most) throw tooMany();
  const changes: Change[] = [];
  for (const operation of operations) {
    if (changes.length >= most) throw tooMany();
    changes.push(...changesOf(operation, most - changes.length));
  }
  return changes;
}

/** The refusal of a change of what only this server says, or of taking away what must be there. */
export function immutable(name: string): Error {
  return scimRefusal(400, 'mutability', `"${name}" cannot be changed in this way.`);
}
