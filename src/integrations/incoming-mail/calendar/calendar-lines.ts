// The lines of an iCalendar text (RFC 5545) as components with properties. What cannot be read is passed over.

export interface Property {
  /** In capitals. */
  readonly name: string;
  /** By names in capitals; the first value of each. */
  readonly parameters: ReadonlyMap<string, string>;
  /** As it is written: see `textOf`. */
  readonly value: string;
}

export interface Component {
  /** In capitals. */
  readonly name: string;
  readonly properties: Property[];
  readonly components: Component[];
}

const MOST_LINES = 10_000;
const MOST_CHARACTERS_OF_LINE = 20_000;
const MOST_DEPTH = 5;

/** The lines, with those that are folded put together again. */
function unfolded(text: string): string[] {
  const lines: string[][] = [];
  for (const line of text.split(/\r\n|\n|\r/, MOST_LINES)) {
    if (/^[ \t]/.test(line)) lines.at(-1)?.push(line.slice(1));
    else lines.push([line]);
  }
  return lines.map((pieces) => pieces.join('').slice(0, MOST_CHARACTERS_OF_LINE));
}

/** Where the value begins, and where each parameter does: behind marks that stand in no quotation marks. */
function marksOf(
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
  const marks = marksOf(line);
  if (!marks) return undefined;
  const { colon, semicolons } = marks;
  const parameters = new Map<string, string>();
  for (const [index, start] of semicolons.entries()) {
    const written = line.slice(start + 1, semicolons[index + 1] ?? colon);
    const equals = written.indexOf('=');
    const name = written.slice(0, equals).toUpperCase();
    if (equals > 0 && !parameters.has(name))
      parameters.set(name, written.slice(equals + 1).replaceAll('"', ''));
  }
  const name = line.slice(0, semicolons[0] ?? colon).trim();
  return { name: name.toUpperCase(), parameters, value: line.slice(colon + 1) };
}

/** The components at the top of a text: calendars, as a rule one. */
export function readComponents(text: string): Component[] {
  const top: Component = { name: '', properties: [], components: [] };
  const open = [top];
  for (const line of unfolded(text)) {
    const property = propertyOf(line);
    const present = open.at(-1);
    if (!property || !present) continue;
    const { name, value } = property;
    if (name === 'BEGIN' && open.length <= MOST_DEPTH) {
      const component: Component = { name: value.trim().toUpperCase(), properties: [], components: [] };
      present.components.push(component);
      open.push(component);
    } else if (name === 'END') {
      const at = open.findLastIndex((one) => one.name === value.trim().toUpperCase());
      if (at > 0) open.length = at;
    } else present.properties.push(property);
  }
  return top.components;
}

/** The first property of a name. */
export function propertyIn(component: Component, name: string): Property | undefined {
  return component.properties.find((property) => property.name === name);
}

const escapes: Readonly<Record<string, string>> = { n: '\n', N: '\n' };

/** The text that a property says; empty where it is missing. */
export function textOf(property: Property | undefined): string {
  return (property?.value ?? '').replace(/\\(.)/g, (_, character: string) => escapes[character] ?? character);
}

/** The same in one line. */
export function lineOf(property: Property | undefined): string {
  return textOf(property).replace(/\s+/g, ' ').trim();
}
