// Decodes XML elements in the form of the library that parses signed SAML answers: lists of child elements by name,
// attributes under `$`, text under `_`. An empty element is a string of its white space.

import {
  anyObject,
  type Codec,
  jsonText,
  list,
  mapOf,
  optional,
  record,
  Step,
} from '../../api-contract/codec.ts';

/** An element of a signed document. */
export interface SamlElement {
  /** The children by name, without prefixes of namespaces. */
  readonly children: ReadonlyMap<string, readonly SamlElement[]>;
  readonly attributes: ReadonlyMap<string, string>;
  /** Trimmed; empty if there is none. */
  readonly text: string;
}

const own = record({ $: optional(mapOf(jsonText)), _: optional(jsonText) });

/** An element with everything in it. The document was bounded before it was parsed (`saml-xml.ts`). */
export const samlElement: Codec<SamlElement> = {
  schema: {},
  decode(value, path) {
    if (typeof value === 'string') return { children: new Map(), attributes: new Map(), text: value.trim() };
    const { $: attributes = {}, _: text = '' } = own.decode(value, path);
    const childEntries = Object.entries(anyObject.decode(value, path)).filter(
      ([name]) => name !== '$' && name !== '_',
    );
    return {
      children: new Map(
        childEntries.map(([name, elements]) => [name, samlElements.decode(elements, new Step(path, name))]),
      ),
      attributes: new Map(Object.entries(attributes)),
      text: text.trim(),
    };
  },
};

const samlElements = list(samlElement, Number.POSITIVE_INFINITY);

/** The children of that name; empty without an element. */
export function childrenOf(element: SamlElement | undefined, name: string): readonly SamlElement[] {
  return element?.children.get(name) ?? [];
}

/** The value of an attribute; empty if the element or the attribute is missing. */
export function attributeOf(element: SamlElement | undefined, name: string): string {
  return element?.attributes.get(name) ?? '';
}
