// Scans untrusted XML before any library parses it. Accepts only plain elements, attributes and text.
// Constructs that parsers interpret differently or that amplify work (comments, CDATA, document types,
// entities, instructions, duplicate names) are refused, and so are excessive depth and size. One pass, in linear time.

import { limits } from '../../api-contract/limits.ts';
import { CodedError } from '../../errors/coded-error.ts';

/** XML that is refused; the message may be shown on a page. */
export class UnusableXmlError extends CodedError {
  constructor(message: string, options?: ErrorOptions) {
    super('XML_UNUSABLE', message, options);
  }
}

/** An element with its ancestors. */
export interface XmlElement {
  /** The name without its prefix. */
  readonly name: string;
  readonly parent: XmlElement | undefined;
  /** The attributes by prefixed name. */
  readonly attributes: ReadonlyMap<string, string>;
}

const DECLARATION = /<\?xml[ \t\r\n][^<>?]{0,200}\?>/y;
const SPACE = /[ \t\r\n]*/y;
const NAME = /(?:[A-Za-z_][\w.-]*:)?[A-Za-z_][\w.-]*/y;
const VALUE = /"([^"<]*)"|'([^'<]*)'/y;
const TEXT = /[^<]*/y;
const REFERENCE = /&(?:(amp|lt|gt|quot|apos)|#(?:x([0-9A-Fa-f]{1,6})|(\d{1,7})));|&/g;
/** Characters that are not allowed in XML, even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it searches for control characters
const INVALID_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes character references. */
function decode(text: string): string {
  const result = text.replace(REFERENCE, (all, named?: string, hex?: string, decimal?: string) => {
    if (all === '&') throw new UnusableXmlError('it contains an entity reference');
    if (named !== undefined) return entities[named] ?? '';
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    if (code > 0x10ffff) throw new UnusableXmlError('it contains an invalid character reference');
    return String.fromCodePoint(code);
  });
  if (INVALID_CHARACTER.test(result))
    throw new UnusableXmlError('it contains an invalid character reference');
  return result;
}

class XmlScanner {
  readonly #text: string;
  readonly #found: XmlElement[] = [];
  #attributeCount = 0;
  /** Open elements with their prefixed names, the innermost last. */
  readonly #open: { readonly element: XmlElement; readonly prefixedName: string }[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  elements(): readonly XmlElement[] {
    this.#match(DECLARATION);
    this.#match(SPACE);
    this.#element();
    while (this.#open.length > 0) {
      decode(this.#match(TEXT) ?? '');
      this.#element();
    }
    this.#match(SPACE);
    if (this.#at < this.#text.length) throw new UnusableXmlError('it has content after its end');
    return this.#found;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  /** Skips a text if it comes next. Returns whether it did. */
  #skip(expected: string): boolean {
    const isNext = this.#text.startsWith(expected, this.#at);
    if (isNext) this.#at += expected.length;
    return isNext;
  }

  #expect(expected: string): void {
    if (!this.#skip(expected)) throw new UnusableXmlError('it is not XML, or it is incomplete');
  }

  #name(): string {
    const name = this.#match(NAME);
    if (name === undefined) throw new UnusableXmlError('it is not XML, or it is incomplete');
    return name;
  }

  /** Reads one start or end tag. */
  #element(): void {
    if (this.#skip('<!--')) throw new UnusableXmlError('it contains a comment');
    if (this.#skip('<!') || this.#skip('<?'))
      throw new UnusableXmlError('it contains more than elements and text');
    if (this.#skip('</')) this.#end();
    else this.#beginning();
  }

  #beginning(): void {
    this.#expect('<');
    const prefixedName = this.#name();
    const attributes = this.#attributes();
    const element = {
      name: prefixedName.slice(prefixedName.indexOf(':') + 1),
      parent: this.#open.at(-1)?.element,
      attributes,
    };
    this.#found.push(element);
    if (this.#found.length > limits.samlElements) throw new UnusableXmlError('it has too many elements');
    if (this.#open.length >= limits.samlDepth)
      throw new UnusableXmlError('its elements are nested too deeply');
    const isEmpty = this.#skip('/');
    this.#expect('>');
    if (isEmpty) return;
    this.#open.push({ element, prefixedName });
  }

  #end(): void {
    const prefixedName = this.#name();
    this.#match(SPACE);
    this.#expect('>');
    if (this.#open.pop()?.prefixedName !== prefixedName)
      throw new UnusableXmlError('its elements are not closed correctly');
  }

  #attributes(): ReadonlyMap<string, string> {
    const attributes = new Map<string, string>();
    for (;;) {
      const space = this.#match(SPACE);
      if (/^[/>]?$/.test(this.#text.charAt(this.#at))) return attributes;
      const name = this.#name();
      if (space === '' || attributes.has(name))
        throw new UnusableXmlError('its attributes are not valid XML');
      if (++this.#attributeCount > limits.samlAttributes)
        throw new UnusableXmlError('its elements have too many attributes');
      this.#match(SPACE);
      this.#expect('=');
      this.#match(SPACE);
      const value = this.#match(VALUE);
      if (value === undefined) throw new UnusableXmlError('its attributes are not valid XML');
      attributes.set(name, decode(value.slice(1, -1)));
    }
  }
}

/** All elements of a text, in order. @throws UnusableXmlError */
export function xmlElements(text: string): readonly XmlElement[] {
  if (INVALID_CHARACTER.test(text)) throw new UnusableXmlError('it contains an invalid character');
  return new XmlScanner(text).elements();
}
