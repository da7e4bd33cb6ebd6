// Selects the attributes of a resource that are returned (RFC 7644, section 3.9): some by name, or all except some.

import { isRecord } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { invalidValue } from './scim-errors.ts';
import type { ScimResource } from './scim-resources.ts';
import { withoutOwnSchema } from './scim-schema-urns.ts';

/** Lower-case names of attributes or their parts (`name.givenname`). */
export interface ScimProjection {
  readonly only: ReadonlySet<string> | undefined;
  readonly without: ReadonlySet<string>;
}

/** Attributes that are always returned. */
const alwaysReturned: ReadonlySet<string> = new Set(['schemas', 'id']);

/** Names in a comma-separated text or in a list. */
function parseNames(value: unknown, parameter: string): ReadonlySet<string> {
  if (value === undefined || value === null) return new Set();
  const texts = Array.isArray(value) ? value : [value];
  if (!texts.every((text) => typeof text === 'string'))
    throw invalidValue(`"${parameter}" must be attribute names.`);
  const joinedNames = texts.join(',');
  if (joinedNames.length > limits.scimFilterCharacters)
    throw invalidValue(`"${parameter}" may have at most ${limits.scimFilterCharacters} characters.`);
  const names = joinedNames.split(',').map((name) => withoutOwnSchema(name.trim()).toLowerCase());
  return new Set(names.filter((name) => name !== ''));
}

/** Parses `attributes` and `excludedAttributes`. @throws if both are given */
export function parseProjection(attributes: unknown, excluded: unknown): ScimProjection {
  const only = parseNames(attributes, 'attributes');
  const excludedNames = parseNames(excluded, 'excludedAttributes');
  if (only.size > 0 && excludedNames.size > 0)
    throw invalidValue('"attributes" and "excludedAttributes" cannot be combined. Send only one of them.');
  return { only: only.size > 0 ? only : undefined, without: excludedNames };
}

/** Whether an attribute, or a part of it, is returned. */
export function isReturned(name: string, { only, without }: ScimProjection): boolean {
  if (without.has(name)) return false;
  return !only || [...only].some((path) => path === name || path.startsWith(`${name}.`));
}

/** The returned parts of an attribute's value. */
function partsOf(name: string, value: unknown, projection: ScimProjection): unknown {
  if (Array.isArray(value)) return value.map((item) => partsOf(name, item, projection));
  if (!isRecord(value)) return value;
  const { only, without } = projection;
  const isWhole = !only || only.has(name);
  const included = Object.entries(value).filter(([part]) => {
    const path = `${name}.${part.toLowerCase()}`;
    return !without.has(path) && (isWhole || only.has(path));
  });
  return Object.fromEntries(included);
}

/** A resource reduced to the returned attributes. */
export function applyProjection(resource: ScimResource, projection: ScimProjection): ScimResource {
  if (!projection.only && projection.without.size === 0) return resource;
  const entries = Object.entries(resource).flatMap(([key, value]) => {
    const name = key.toLowerCase();
    if (alwaysReturned.has(name)) return [[key, value]];
    return isReturned(name, projection) ? [[key, partsOf(name, value, projection)]] : [];
  });
  return Object.fromEntries(entries);
}
