// Looks at XML that a stranger sent, before any library does: only elements, attributes and text, each as the standard
// writes it. Whatever can make two readers see different things, or make work out of little (comments, CDATA, document
// types, entities, instructions, names twice), is refused, and so is what is too deep or too much. One pass, in the
// time that its length takes.

import { limits } from '../../api-contract/limits.ts';

/** Why a text is not taken; in words that a page may show. */
export class UnusableXml extends Error {}

/** An element, with what leads to it. */
export interface XmlElement {
  /** Without its prefix. */
  readonly name: string;
  readonly parent: XmlElement | undefined;
  /** By their names with prefixes. */
  readonly attributes: ReadonlyMap<string, string>;
}

const DECLARATION = /<\?xml[ \t\r\n][^<>?]{0,200}\?>/y;
const SPACE = /[ \t\r\n]*/y;
const NAME = /(?:[A-Za-z_][\w.-]*:)?[A-Za-z_][\w.-]*/y;
const VALUE = /"([^"<]*)"|'([^'<]*)'/y;
const TEXT = /[^<]*/y;
const REFERENCE = /&(?:(amp|lt|gt|quot|apos)|#(?:x([0-9A-Fa-f]{1,6})|(\d{1,7})));|&/g;
/** Characters that XML does not have, however they are written. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NO_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** What a text means. */
function decoded(text: string): string {
  const meant = text.replace(REFERENCE, (all, named?: string, hex?: string, decimal?: string) => {
    if (all === '&') throw new UnusableXml('it names an entity');
    if (named !== undefined) return entities[named] ?? '';
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    if (code > 0x10ffff) throw new UnusableXml('it names a character that there is not');
    return String.fromCodePoint(code);
  });
  if (NO_CHARACTER.test(meant)) throw new UnusableXml('it names a character that there is not');
  return meant;
}

class Scan {
  readonly #text: string;
  readonly #found: XmlElement[] = [];
  #attributeCount = 0;
  /** Open elements with their names as they are written, the innermost last. */
  readonly #open: { readonly element: XmlElement; readonly written: string }[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  elements(): readonly XmlElement[] {
    this.#take(DECLARATION);
    this.#take(SPACE);
    this.#element();
    while (this.#open.length > 0) {
      decoded(this.#take(TEXT) ?? '');
      this.#element();
    }
    this.#take(SPACE);
    if (this.#at < this.#text.length) throw new UnusableXml('something stands behind its end');
    return this.#found;
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #sign(sign: string): boolean {
    const isThere = this.#text.startsWith(sign, this.#at);
    if (isThere) this.#at += sign.length;
    return isThere;
  }

  #need(sign: string): void {
    if (!this.#sign(sign)) throw new UnusableXml('it is no XML, or not all of it arrived');
  }

  #name(): string {
    const name = this.#take(NAME);
    if (name === undefined) throw new UnusableXml('it is no XML, or not all of it arrived');
    return name;
  }

  /** Reads the beginning or the end of one. */
  #element(): void {
    if (this.#sign('<!--')) throw new UnusableXml('it holds a comment');
    if (this.#sign('<!') || this.#sign('<?')) throw new UnusableXml('it holds more than elements and text');
    if (this.#sign('</')) this.#end();
    else this.#beginning();
  }

  #beginning(): void {
    this.#need('<');
    const written = this.#name();
    const attributes = this.#attributes();
    const element = {
      name: written.slice(written.indexOf(':') + 1),
      parent: this.#open.at(-1)?.element,
      attributes,
    };
    this.#found.push(element);
    if (this.#found.length > limits.samlElements) throw new UnusableXml('it has too many elements');
    if (this.#open.length >= limits.samlDepth)
      throw new UnusableXml('its elements stand too deep in each other');
    const isEmpty = this.#sign('/');
    this.#need('>');
    if (isEmpty) return;
    this.#open.push({ element, written });
  }

  #end(): void {
    const written = this.#name();
    this.#take(SPACE);
    this.#need('>');
    if (this.#open.pop()?.written !== written)
      throw new UnusableXml('its elements do not end where they should');
  }

  #attributes(): ReadonlyMap<string, string> {
    const attributes = new Map<string, string>();
    for (;;) {
      const space = this.#take(SPACE);
      if (/^[/>]?$/.test(this.#text.charAt(this.#at))) return attributes;
      const name = this.#name();
      if (space === '' || attributes.has(name))
        throw new UnusableXml('its attributes are not as XML has them');
      if (++this.#attributeCount > limits.samlAttributes)
        throw new UnusableXml('its elements have too many attributes');
      this.#take(SPACE);
      this.#need('=');
      this.#take(SPACE);
      const value = this.#take(VALUE);
      if (value === undefined) throw new UnusableXml('its attributes are not as XML has them');
      attributes.set(name, decoded(value.slice(1, -1)));
    }
  }
}

/** All elements of a text, in their order. @throws UnusableXml */
export function xmlElements(text: string): readonly XmlElement[] {
  if (NO_CHARACTER.test(text)) throw new UnusableXml('it holds a character that there is not');
  return new Scan(text).elements();
}
