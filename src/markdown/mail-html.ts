// Rendered HTML as a mail shows it: addresses are absolute, since a mail has no page that they could be relative to; what a
// spoiler hides is left out, since mail programs cannot fold it; emoji are characters and formulas their source, for want of
// our style sheets; pictures are links, since mail programs block what they would have to load, or lack the log-in that it
// takes, and loading would tell strangers who reads what. Reads only HTML that this folder wrote.

import { emojiPicture } from './emoji-text.ts';
import { FORMULA, readFormula } from './plain-text.ts';
import { elementEnd, HIDDEN } from './written-html.ts';

const EMOJI = /<span [^<>]*class="emoji emoji-([0-9a-f]{2,6}(?:-[0-9a-f]{2,6}){0,9})"[^<>]*>[^<]*<\/span>/g;
const PREVIEW =
  /<div class="[^"<>]*message_inline_image[^"<>]*"><a ([^<>]*)>(?:<img[^<>]*>|<video[^<>]*><\/video>)<\/a><\/div>/g;
const PREVIEW_OF_PAGE = /<a class="message_embed_image"[^<>]*><\/a>/g;
const IMAGE = /<img\b(?![^<>]*class="emoji")[^<>]*>/g;

const TAG = /<[a-z][^<>]*>/g;
const RELATIVE = /\b(href|src)="([/#][^"]*)"/g;

function withoutHidden(html: string): string {
  let shown = '';
  let at = 0;
  for (let open = html.indexOf(HIDDEN); open !== -1; open = html.indexOf(HIDDEN, at)) {
    shown += `${html.slice(at, open)}<p>(…)</p>`;
    at = elementEnd(html, 'div', open);
  }
  return shown + html.slice(at);
}

function withFormulaSources(html: string): string {
  let shown = '';
  let at = 0;
  for (let open = html.indexOf(FORMULA); open !== -1; open = html.indexOf(FORMULA, at)) {
    const { source, end } = readFormula(html, open);
    shown += `${html.slice(at, open)}<code>${source}</code>`;
    at = end;
  }
  return shown + html.slice(at);
}

function attributeOf(attributes: string, name: string): string | undefined {
  return new RegExp(`\\b${name}="([^"<>]*)"`).exec(attributes)?.[1];
}

/** The preview of a picture or film as a link, where the text has none to it. */
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

/** `html` for a mail; `organizationUrl` has no slash at its end, and without it addresses stay as they are. */
export function mailHtml(html: string, organizationUrl: string | undefined): string {
  const shown = withoutPreviews(withFormulaSources(withoutHidden(html)))
    .replace(PREVIEW_OF_PAGE, '')
    .replace(IMAGE, (tag) => attributeOf(tag, 'alt') ?? '')
    .replace(EMOJI, (_, code: string) => emojiPicture(code));
  if (organizationUrl === undefined) return shown;
  const root = organizationUrl.replace(/[&"<>]/g, '');
  const absolute = (written: string, name: string, address: string) => {
    if (address.startsWith('//')) return written;
    return `${name}="${root}${address.startsWith('#') ? '/' : ''}${address}"`;
  };
  return shown.replace(TAG, (tag) => tag.replace(RELATIVE, absolute));
}
