// Renders a JSON Schema for people: the kind of a value in a few words, and the fields of an object as a list.

import type { JsonSchema } from '../../api-contract/codec.ts';
import { type Html, html } from '../http/html-template.ts';
import { prose } from './html.ts';

type Schemas = readonly JsonSchema[];

function rangeOf({ minimum, maximum }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return minimum === 0 ? '' : `, at least ${minimum}`;
  return maximum === undefined ? '' : `, at most ${maximum}`;
}

function lengthOf({ minLength, maxLength }: JsonSchema): string {
  if (maxLength !== undefined) return ` of at most ${maxLength} characters`;
  return minLength === undefined ? '' : ', not empty';
}

/** The kind of value that a schema describes, e.g. `list of integer` or `text or null`; its title if it has one. */
export function kindOf(schema: JsonSchema): string {
  if (typeof schema.title === 'string') return schema.title;
  if (Array.isArray(schema.anyOf)) return [...new Set((schema.anyOf as Schemas).map(kindOf))].join(' or ');
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  switch (schema.type) {
    case 'string':
      return `text${lengthOf(schema)}`;
    case 'array':
      return `list of ${grouped((schema.items ?? {}) as JsonSchema)}`;
    case 'object':
      return isMap(schema) ? `map to ${grouped(schema.additionalProperties as JsonSchema)}` : 'object';
    case 'integer':
    case 'number':
      return `${schema.type}${rangeOf(schema)}`;
    case undefined:
      return 'any JSON';
    default:
      return String(schema.type);
  }
}

/** The kind of a list's items. A choice is in parentheses, to show that the list can hold both. */
function grouped(schema: JsonSchema): string {
  const kind = kindOf(schema);
  return kind.includes(' or ') ? `(${kind})` : kind;
}

function isMap(schema: JsonSchema): boolean {
  return typeof schema.additionalProperties === 'object' && schema.properties === undefined;
}

/**
 * The objects within a schema whose fields are listed, including those in lists, maps and choices. Schemas with a
 * title are listed on a page of their own.
 */
function objectsIn(schema: JsonSchema): Schemas {
  if (typeof schema.title === 'string') return [];
  if (Array.isArray(schema.anyOf)) return (schema.anyOf as Schemas).flatMap(objectsIn);
  if (schema.type === 'array') return objectsIn((schema.items ?? {}) as JsonSchema);
  if (schema.type !== 'object') return [];
  return isMap(schema) ? objectsIn(schema.additionalProperties as JsonSchema) : [schema];
}

/** The fields of the objects in a schema, and of the objects nested in those. */
export function fieldsIn(schema: JsonSchema): Html {
  return html`${objectsIn(schema).map((object) => fieldList(object))}`;
}

function descriptionOf({ description }: JsonSchema): Html | undefined {
  return typeof description === 'string' ? html` ${prose(description)}` : undefined;
}

function fieldList(object: JsonSchema): Html | undefined {
  const properties = Object.entries((object.properties ?? {}) as Readonly<Record<string, JsonSchema>>);
  if (properties.length === 0) return undefined;
  const required = new Set((object.required ?? []) as readonly string[]);
  return html`<ul class="fields">${properties.map(
    ([name, schema]) =>
      html`<li><code>${name}</code> <span class="quiet">${kindOf(schema)}${required.has(name) ? '' : ', not always'}</span>${descriptionOf(schema)}${fieldsIn(schema)}</li>`,
  )}</ul>`;
}
