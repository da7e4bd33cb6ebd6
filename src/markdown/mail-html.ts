// Converts rendered HTML for mails. Addresses become absolute, since a mail has no base address. The content of
// spoilers is left out, since mail programs cannot fold it. Emoji become characters and formulas become their source,
// since Parley's style sheets are missing. Pictures become links: mail programs block remote pictures, or lack the login
// for them, and loading them would tell third parties who reads what. Only for HTML that this folder wrote.

import { emojiWithVariation } from './emoji-text.ts';
import { FORMULA, readFormula } from './plain-text.ts';
import { elementEnd, SPOILER_CONTENT } from './rendered-html.ts';

const EMOJI = /<span [^<>]*class="emoji emoji-([0-9a-f]{2,6}(?:-[0-9a-f]{2,6}){0,9})"[^<>]*>[^<]*<\/span>/g;
const PREVIEW =
  /<div class="[^"<>]*message_inline_image[^"<>]*"><a ([^<>]*)>(?:<img[^<>]*>|<video[^<>]*><\/video>)<\/a><\/div>/g;
const PREVIEW_OF_PAGE = /<a class="message_embed_image"[^<>]*><\/a>/g;
const IMAGE = /<img\b(?![^<>]*class="emoji")[^<>]*>/g;

const TAG = /<[a-z][^<>]*>/g;
const RELATIVE = /\b(href|src)="([/#][^"]*)"/g;

function withoutSpoilers(html: string): string {
  let result = '';
  let at = 0;
  for (let open = html.indexOf(SPOILER_CONTENT); open !== -1; open = html.indexOf(SPOILER_CONTENT, at)) {
    result += `${html.slice(at, open)}<p>(…)</p>`;
    at = elementEnd(html, 'div', open);
  }
  return result + html.slice(at);
}

function withFormulaSources(html: string): string {
  let result = '';
  let at = 0;
  for (let open = html.indexOf(FORMULA); open !== -1; open = html.indexOf(FORMULA, at)) {
    const { source, end } = readFormula(html, open);
    result += `${html.slice(at, open)}<code>${source}</code>`;
    at = end;
  }
  return result + html.slice(at);
}

function attributeOf(attributes: string, name: string): string | undefined {
  return new RegExp(`\\b${name}="([^"<>]*)"`).exec(attributes)?.[1];
}

/** Replaces the preview of a picture or video by a link, unless the text already has one to it. */
function withoutPreviews(html: string): string {
  const linked = new Set(
    [...html.replace(PREVIEW, '').matchAll(/<a [^<>]*href="([^"<>]*)"/g)].map(([, href]) => href),
  );
  return html.replace(PREVIEW, (_, attributes: string) => {
    const href = attributeOf(attributes, 'href') ?? '';
    const name = attributeOf(attributes, 'title') ?? (href.split('/').at(-1) || href);
    return linked.has(href) ? '' : `<p><a href="${href}">${name}</a></p>`;
  });
}

/** Converts `html` for a mail. `organizationUrl` has no trailing slash; if it is undefined, addresses do not change. */
export function mailHtml(html: string, organizationUrl: string | undefined): string {
  const result = withoutPreviews(withFormulaSources(withoutSpoilers(html)))
    .replace(PREVIEW_OF_PAGE, '')
    .replace(IMAGE, (tag) => attributeOf(tag, 'alt') ?? '')
    .replace(EMOJI, (_, code: string) => emojiWithVariation(code));
  if (organizationUrl === undefined) return result;
  const root = organizationUrl.replace(/[&"<>]/g, '');
  const absolute = (attribute: string, name: string, address: string) => {
    if (address.startsWith('//')) return attribute;
    return `${name}="${root}${address.startsWith('#') ? '/' : ''}${address}"`;
  };
  return result.replace(TAG, (tag) => tag.replace(RELATIVE, absolute));
}
