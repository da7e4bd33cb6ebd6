// Templates for the HTML of pages, which escape every value that is not HTML already.

import { escapeHtml } from '../../model/html-text.ts';

/** Text that is HTML already. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value of a template. Lists are written one after another; undefined and false are left out. */
export type HtmlPart = string | number | Html | undefined | false | readonly HtmlPart[];

function render(part: HtmlPart): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(render).join('') : escapeHtml(String(part));
}

/** A template that escapes its values, except those that are `Html`. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(strings.map((text, index) => text + render(parts[index])).join(''));
}

/** Attributes by name, in their order. `true` is an attribute without a value; undefined and false are left out. */
export type HtmlAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Attributes, each with a space before it. */
export function attributes(values: HtmlAttributes): Html {
  const presentValues = Object.entries(values).filter(([, value]) => value !== undefined && value !== false);
  const attributeTexts = presentValues.map(([name, value]) =>
    value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`,
  );
  return new Html(attributeTexts.join(''));
}
