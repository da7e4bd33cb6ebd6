// What a page says of itself for those who link it: Open Graph's properties, else what every page has. Only the head is
// read, once, from front to back.

import { Parser } from 'htmlparser2';
import { limits } from '../../api-contract/limits.ts';
import type { LinkPreview } from '../../markdown/contract.ts';

/** A page as a preview shows it. */
export type PageSummary = Extract<LinkPreview, { kind: 'website' }>;

/** What the head of a page gives. */
export interface PageHead {
  readonly summary?: PageSummary;
  /** Where it is described in the words of oEmbed. */
  readonly oembedUrl?: string;
}

const TITLE = ['og:title', 'twitter:title', 'title'];
const DESCRIPTION = ['og:description', 'twitter:description', 'description'];
/** The type of the link that leads to a description in JSON. */
const OEMBED = 'application/json+oembed';
const IMAGE = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'image_src'];

/** Reads a page that lies at an address. Without a picture there is no summary: nothing would be shown. */
export function readPage(html: string, address: string): PageHead {
  const properties = propertiesOf(html.slice(0, limits.linkPreviewCharacters));
  const summary = summaryIn(properties, address);
  const oembedUrl = webAddress(properties.get(OEMBED), properties.get('base'), address);
  return { ...(summary && { summary }), ...(oembedUrl !== undefined && { oembedUrl }) };
}

function summaryIn(properties: ReadonlyMap<string, string>, address: string): PageSummary | undefined {
  const first = (names: readonly string[]) =>
    names.map((name) => properties.get(name)).find((value) => value !== undefined && value !== '');
  const imageUrl = webAddress(first(IMAGE), properties.get('base'), address);
  if (imageUrl === undefined) return undefined;
  const [title, description] = [first(TITLE), first(DESCRIPTION)];
  return {
    kind: 'website',
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
      else if (name === 'link') note(isOembed(attributes) ? OEMBED : attributes.rel, attributes.href);
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

/** Some write the type with words behind it, and `rel` with others beside. */
function isOembed({ rel = '', type = '' }: Readonly<Record<string, string>>): boolean {
  return /(?:^|\s)alternat(?:e|ive)(?:\s|$)/i.test(rel) && type.trim().toLowerCase().startsWith(OEMBED);
}

/** An address of the web, as it stands on a page; undefined where it is none, or very long. */
export function webAddress(
  written: string | undefined,
  base: string | undefined,
  address: string,
): string | undefined {
  if (written === undefined || written.length > limits.linkPreviewAddressCharacters) return undefined;
  const from = base !== undefined && URL.canParse(base, address) ? new URL(base, address).href : address;
  const url = URL.canParse(written, from) ? new URL(written, from) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** A text of a page, no longer than is shown. */
export function cut(text: string, characters: number): string {
  if (text.length <= characters) return text;
  return `${text
    .slice(0, characters - 1)
    .toWellFormed()
    .trimEnd()}…`;
}
