// Parses the lines of an iCalendar text (RFC 5545) into components with properties. Invalid lines are skipped.

export interface Property {
  /** The name in capitals. */
  readonly name: string;
  /** The first value of each parameter, by upper-case name. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Still escaped: see `textOf`. */
  readonly value: string;
}

export interface Component {
  /** The name in capitals. */
  readonly name: string;
  readonly properties: Property[];
  readonly components: Component[];
}

const MAXIMUM_LINES = 10_000;
const MAXIMUM_LINE_CHARACTERS = 20_000;
const MAXIMUM_DEPTH = 5;

/** Splits a text into lines and joins folded ones. */
function unfoldLines(text: string): string[] {
  const lines: string[][] = [];
  for (const line of text.split(/\r\n|\n|\r/, MAXIMUM_LINES)) {
    if (/^[ \t]/.test(line)) lines.at(-1)?.push(line.slice(1));
    else lines.push([line]);
  }
  return lines.map((pieces) => pieces.join('').slice(0, MAXIMUM_LINE_CHARACTERS));
}

/** The positions of the colon before the value and of the semicolons before parameters, outside quotation marks. */
function delimitersOf(
  line: string,
): { readonly colon: number; readonly semicolons: readonly number[] } | undefined {
  const semicolons: number[] = [];
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const character = line[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === ';') semicolons.push(at);
    else if (character === ':') return { colon: at, semicolons };
  }
  return undefined;
}

function propertyOf(line: string): Property | undefined {
  const delimiters = delimitersOf(line);
  if (!delimiters) return undefined;
  const { colon, semicolons } = delimiters;
  const parameters = new Map<string, string>();
  for (const [index, start] of semicolons.entries()) {
    const parameter = line.slice(start + 1, semicolons[index + 1] ?? colon);
    const equals = parameter.indexOf('=');
    const name = parameter.slice(0, equals).toUpperCase();
    if (equals > 0 && !parameters.has(name))
      parameters.set(name, parameter.slice(equals + 1).replaceAll('"', ''));
  }
  const name = line.slice(0, semicolons[0] ?? colon).trim();
  return { name: name.toUpperCase(), parameters, value: line.slice(colon + 1) };
}

/** The top-level components of a text, usually one calendar. */
export function readComponents(text: string): Component[] {
  const top: Component = { name: '', properties: [], components: [] };
  const openComponents = [top];
  for (const line of unfoldLines(text)) {
    const property = propertyOf(line);
    const current = openComponents.at(-1);
    if (!property || !current) continue;
    const { name, value } = property;
    if (name === 'BEGIN' && openComponents.length <= MAXIMUM_DEPTH) {
      const component: Component = { name: value.trim().toUpperCase(), properties: [], components: [] };
      current.components.push(component);
      openComponents.push(component);
    } else if (name === 'END') {
      const at = openComponents.findLastIndex((component) => component.name === value.trim().toUpperCase());
      if (at > 0) openComponents.length = at;
    } else current.properties.push(property);
  }
  return top.components;
}

/** The first property with a name. */
export function propertyIn(component: Component, name: string): Property | undefined {
  return component.properties.find((property) => property.name === name);
}

const escapes: Readonly<Record<string, string>> = { n: '\n', N: '\n' };

/** The unescaped text of a property; empty if it is missing. */
export function textOf(property: Property | undefined): string {
  return (property?.value ?? '').replace(/\\(.)/g, (_, character: string) => escapes[character] ?? character);
}

/** The text of a property on one line. */
export function lineOf(property: Property | undefined): string {
  return textOf(property).replace(/\s+/g, ' ').trim();
}
