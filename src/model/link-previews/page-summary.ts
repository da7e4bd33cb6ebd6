// What a page says of itself for those who link it: Open Graph's properties, else what every page has. Only the head is
// read, once, from front to back.

import { Parser } from 'htmlparser2';
import { limits } from '../../contract/limits.ts';

/** A page as a preview shows it. */
export interface PageSummary {
  readonly imageUrl: string;
  readonly title?: string;
  readonly description?: string;
}

const TITLE = ['og:title', 'twitter:title', 'title'];
const DESCRIPTION = ['og:description', 'twitter:description', 'description'];
const IMAGE = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'image_src'];

/** Reads a page that lies at an address; undefined where it names no picture, without which nothing is shown. */
export function summaryOf(html: string, address: string): PageSummary | undefined {
  const properties = propertiesOf(html.slice(0, limits.linkPreviewCharacters));
  const first = (names: readonly string[]) =>
    names.map((name) => properties.get(name)).find((value) => value !== undefined && value !== '');
  const imageUrl = webAddress(first(IMAGE), properties.get('base'), address);
  if (imageUrl === undefined) return undefined;
  const [title, description] = [first(TITLE), first(DESCRIPTION)];
  return {
    imageUrl,
    ...(title !== undefined && { title: cut(title, limits.linkPreviewTitleCharacters) }),
    ...(description !== undefined && {
      description: cut(description, limits.linkPreviewDescriptionCharacters),
    }),
  };
}

/** The first value of each property that the head names. */
function propertiesOf(html: string): Map<string, string> {
  const found = new Map<string, string>();
  const note = (name: string | undefined, value: string | undefined) => {
    const key = name?.trim().toLowerCase();
    if (key && value !== undefined && !found.has(key)) found.set(key, value.replace(/\s+/g, ' ').trim());
  };
  let title: string[] | undefined;
  let isOver = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'body') isOver = true;
      if (isOver) return parser.pause();
      if (name === 'meta') note(attributes.property ?? attributes.name, attributes.content);
      else if (name === 'link') note(attributes.rel, attributes.href);
      else if (name === 'base') note('base', attributes.href);
      else if (name === 'title') title ??= [];
    },
    ontext: (text) => void title?.push(text),
    onclosetag(name) {
      if (name === 'title' && title) {
        note('title', title.join(''));
        title = undefined;
      }
    },
  });
  parser.end(html);
  return found;
}

function webAddress(
  written: string | undefined,
  base: string | undefined,
  address: string,
): string | undefined {
  if (written === undefined || written.length > limits.linkPreviewAddressCharacters) return undefined;
  const from = base !== undefined && URL.canParse(base, address) ? new URL(base, address).href : address;
  const url = URL.canParse(written, from) ? new URL(written, from) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

function cut(text: string, characters: number): string {
  if (text.length <= characters) return text;
  return `${text
    .slice(0, characters - 1)
    .toWellFormed()
    .trimEnd()}…`;
}
