// Which attributes of a resource are answered (RFC 7644, section 3.9): some by name, or all but some.

import { isRecord } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { invalidValue } from './refusals.ts';
import type { Resource } from './resources.ts';
import { withoutOwnSchema } from './schemas.ts';

/** Names in lower case, of attributes or of their parts (`name.givenname`). */
export interface Projection {
  readonly only: ReadonlySet<string> | undefined;
  readonly without: ReadonlySet<string>;
}

/** Whoever asks for anything gets these. */
const always: ReadonlySet<string> = new Set(['schemas', 'id']);

/** Names that stand in an address with commas, or in a body as a list. */
function namesIn(sent: unknown, parameter: string): ReadonlySet<string> {
  if (sent === undefined || sent === null) return new Set();
  const texts = Array.isArray(sent) ? sent : [sent];
  if (!texts.every((text) => typeof text === 'string'))
    throw invalidValue(`"${parameter}" must be names of attributes.`);
  const whole = texts.join(',');
  if (whole.length > limits.scimFilterCharacters)
    throw invalidValue(`"${parameter}" may have at most ${limits.scimFilterCharacters} characters.`);
  const names = whole.split(',').map((name) => withoutOwnSchema(name.trim()).toLowerCase());
  return new Set(names.filter((name) => name !== ''));
}

/** What `attributes` and `excludedAttributes` ask for. */
export function projectionOf(attributes: unknown, excluded: unknown): Projection {
  const only = namesIn(attributes, 'attributes');
  const without = namesIn(excluded, 'excludedAttributes');
  if (only.size > 0 && without.size > 0)
    throw invalidValue('"attributes" and "excludedAttributes" cannot be combined: send one of them.');
  return { only: only.size > 0 ? only : undefined, without };
}

/** Whether an attribute, or a part of it, is answered. */
export function isAnswered(name: string, { only, without }: Projection): boolean {
  if (without.has(name)) return false;
  return !only || [...only].some((one) => one === name || one.startsWith(`${name}.`));
}

/** What of one attribute's value is answered. */
function partsOf(name: string, value: unknown, projection: Projection): unknown {
  if (Array.isArray(value)) return value.map((one) => partsOf(name, one, projection));
  if (!isRecord(value)) return value;
  const { only, without } = projection;
  const isWhole = !only || only.has(name);
  const kept = Object.entries(value).filter(([part]) => {
    const path = `${name}.${part.toLowerCase()}`;
    return !without.has(path) && (isWhole || only.has(path));
  });
  return Object.fromEntries(kept);
}

/** A resource with what is asked for. */
export function projected(resource: Resource, projection: Projection): Resource {
  if (!projection.only && projection.without.size === 0) return resource;
  const entries = Object.entries(resource).flatMap(([key, value]) => {
    const name = key.toLowerCase();
    if (always.has(name)) return [[key, value]];
    return isAnswered(name, projection) ? [[key, partsOf(name, value, projection)]] : [];
  });
  return Object.fromEntries(entries);
}
