// Reads oEmbed descriptions of pages (version 1.0, JSON). The HTML in them is never shown: only the URL of a
// video player's frame is used, and anything else is shown like an ordinary website.

import { Parser } from 'htmlparser2';
import { decodedOrUndefined, ifValid, jsonText, record } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import type { LinkPreview } from '../../markdown/contract.ts';
import { escapeHtml } from '../html-text.ts';
import { absoluteWebUrl, cutText } from './page-summary.ts';

/** Providers whose name precedes a video's title in links that would show a URL. Clients expect these names. */
const PROVIDERS = [
  { host: /(?:^|\.)vimeo\.com$/, name: 'Vimeo' },
  { host: /(?:^|\.)(?:youtube\.com|youtu\.be)$/, name: 'YouTube' },
];

const description = record({
  type: ifValid(jsonText),
  title: ifValid(jsonText),
  url: ifValid(jsonText),
  thumbnail_url: ifValid(jsonText),
  html: ifValid(jsonText),
});

/**
 * Reads a description.
 * @param value the JSON as it was received
 * @param oembedUrl the description's own URL, which relative URLs are resolved against
 * @param pageUrl the page that it describes
 * @returns undefined if nothing of it can be shown
 */
export function oembedPreview(value: unknown, oembedUrl: string, pageUrl: string): LinkPreview | undefined {
  const found = decodedOrUndefined(description, value);
  if (!found) return undefined;
  const { type, title = '', url, thumbnail_url, html } = found;
  const withTitle = title.trim() === '' ? {} : { title: titleOf(title) };
  const thumbnail = addressIn(thumbnail_url, oembedUrl);
  if (type === 'photo') {
    const imageUrl = addressIn(url, oembedUrl);
    return imageUrl === undefined ? undefined : { kind: 'photo', imageUrl, ...withTitle };
  }
  if (thumbnail === undefined) return undefined;
  const player = type === 'video' && html !== undefined ? playerIn(html, oembedUrl) : undefined;
  if (player === undefined || withTitle.title === undefined)
    return { kind: 'website', imageUrl: thumbnail, ...withTitle };
  const { hostname } = new URL(pageUrl);
  const provider = PROVIDERS.find(({ host }) => host.test(hostname))?.name;
  return {
    kind: 'video',
    imageUrl: thumbnail,
    title: withTitle.title,
    html: player,
    ...(provider && { provider }),
  };
}

const titleOf = (text: string) =>
  cutText(text.replace(/\s+/g, ' ').trim(), limits.linkPreviewTitleCharacters);

function addressIn(address: string | undefined, oembedUrl: string): string | undefined {
  return address === undefined ? undefined : absoluteWebUrl(address, undefined, oembedUrl);
}

/** A newly written iframe for the URL of the first iframe in some HTML; undefined if there is none. */
function playerIn(html: string, oembedUrl: string): string | undefined {
  let source: string | undefined;
  const parser = new Parser({
    onopentag(name, { src }) {
      if (name === 'iframe' && src) source ??= absoluteWebUrl(src, undefined, oembedUrl);
    },
  });
  parser.end(html);
  if (source === undefined || !source.startsWith('https:')) return undefined;
  return `<iframe src="${escapeHtml(source)}" allow="fullscreen"></iframe>`;
}
