// Reads how a page describes itself for previews: its Open Graph properties, or else its ordinary metadata.
// Reads only the head, in one pass.

import { Parser } from 'htmlparser2';
import { limits } from '../../api-contract/limits.ts';
import type { LinkPreview } from '../../markdown/contract.ts';

/** The preview of a page. */
export type PageSummary = Extract<LinkPreview, { kind: 'website' }>;

/** The result of reading a page's head. */
export interface PageHead {
  readonly summary?: PageSummary;
  /** The URL of an oEmbed description. */
  readonly oembedUrl?: string;
}

const TITLE = ['og:title', 'twitter:title', 'title'];
const DESCRIPTION = ['og:description', 'twitter:description', 'description'];
/** The type of links to oEmbed descriptions in JSON. */
const OEMBED = 'application/json+oembed';
const IMAGE = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'image_src'];

/**
 * Reads the HTML of a page. Without a picture there is no summary, because nothing would be shown.
 * @param address the page's URL
 */
export function readPageHead(html: string, address: string): PageHead {
  const properties = propertiesOf(html.slice(0, limits.linkPreviewCharacters));
  const summary = summaryIn(properties, address);
  const oembedUrl = absoluteWebUrl(properties.get(OEMBED), properties.get('base'), address);
  return { ...(summary && { summary }), ...(oembedUrl !== undefined && { oembedUrl }) };
}

function summaryIn(properties: ReadonlyMap<string, string>, address: string): PageSummary | undefined {
  const first = (names: readonly string[]) =>
    names.map((name) => properties.get(name)).find((value) => value !== undefined && value !== '');
  const imageUrl = absoluteWebUrl(first(IMAGE), properties.get('base'), address);
  if (imageUrl === undefined) return undefined;
  const [title, description] = [first(TITLE), first(DESCRIPTION)];
  return {
    kind: 'website',
    imageUrl,
    ...(title !== undefined && { title: cutText(title, limits.linkPreviewTitleCharacters) }),
    ...(description !== undefined && {
      description: cutText(description, limits.linkPreviewDescriptionCharacters),
    }),
  };
}

/** The first value of each property in the head. */
function propertiesOf(html: string): Map<string, string> {
  const found = new Map<string, string>();
  const add = (name: string | undefined, value: string | undefined) => {
    const key = name?.trim().toLowerCase();
    if (key && value !== undefined && !found.has(key)) found.set(key, value.replace(/\s+/g, ' ').trim());
  };
  let title: string[] | undefined;
  let isOver = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'body') isOver = true;
      if (isOver) return parser.pause();
      if (name === 'meta') add(attributes.property ?? attributes.name, attributes.content);
      else if (name === 'link') add(isOembed(attributes) ? OEMBED : attributes.rel, attributes.href);
      else if (name === 'base') add('base', attributes.href);
      else if (name === 'title') title ??= [];
    },
    ontext: (text) => void title?.push(text),
    onclosetag(name) {
      if (name === 'title' && title) {
        add('title', title.join(''));
        title = undefined;
      }
    },
  });
  parser.end(html);
  return found;
}

/** Tolerates pages that append parameters to the type or have more words in `rel`. */
function isOembed({ rel = '', type = '' }: Readonly<Record<string, string>>): boolean {
  return /(?:^|\s)alternat(?:e|ive)(?:\s|$)/i.test(rel) && type.trim().toLowerCase().startsWith(OEMBED);
}

/** An absolute HTTP URL for one that a page contains; undefined if it is invalid or too long. */
export function absoluteWebUrl(
  reference: string | undefined,
  base: string | undefined,
  address: string,
): string | undefined {
  if (reference === undefined || reference.length > limits.linkPreviewAddressCharacters) return undefined;
  const from = base !== undefined && URL.canParse(base, address) ? new URL(base, address).href : address;
  const url = URL.canParse(reference, from) ? new URL(reference, from) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** Cuts a text of a page to a maximum length. */
export function cutText(text: string, characters: number): string {
  if (text.length <= characters) return text;
  return `${text
    .slice(0, characters - 1)
    .toWellFormed()
    .trimEnd()}…`;
}
