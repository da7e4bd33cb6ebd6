// What a page says of itself in the words of oEmbed (version 1.0, JSON). The HTML that comes with it is never shown: of a
// player only the address of its frame is taken, and anything richer is a website like others.

import { Parser } from 'htmlparser2';
import { limits } from '../../api-contract/limits.ts';
import type { LinkPreview } from '../../markdown/contract.ts';
import { escapeHtml } from '../html-text.ts';
import { cut, webAddress } from './page-summary.ts';

/** Whose videos are called after them where their links show an address: clients know these names. */
const PROVIDERS = [
  { host: /(?:^|\.)vimeo\.com$/, name: 'Vimeo' },
  { host: /(?:^|\.)(?:youtube\.com|youtu\.be)$/, name: 'YouTube' },
];

/**
 * Reads a description.
 * @param value the JSON, as it came
 * @param oembedUrl where it lies: addresses may be relative to it
 * @param pageUrl the page that it describes
 * @returns undefined where nothing of it can be shown
 */
export function previewIn(value: unknown, oembedUrl: string, pageUrl: string): LinkPreview | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { type, title, url, thumbnail_url, html } = value as Record<string, unknown>;
  const titled = typeof title === 'string' && title.trim() !== '' ? { title: titleOf(title) } : {};
  const thumbnail = addressIn(thumbnail_url, oembedUrl);
  if (type === 'photo') {
    const imageUrl = addressIn(url, oembedUrl);
    return imageUrl === undefined ? undefined : { kind: 'photo', imageUrl, ...titled };
  }
  if (thumbnail === undefined) return undefined;
  const player = type === 'video' && typeof html === 'string' ? playerIn(html, oembedUrl) : undefined;
  if (player === undefined || titled.title === undefined)
    return { kind: 'website', imageUrl: thumbnail, ...titled };
  const { hostname } = new URL(pageUrl);
  const provider = PROVIDERS.find(({ host }) => host.test(hostname))?.name;
  return {
    kind: 'video',
    imageUrl: thumbnail,
    title: titled.title,
    html: player,
    ...(provider && { provider }),
  };
}

const titleOf = (text: string) => cut(text.replace(/\s+/g, ' ').trim(), limits.linkPreviewTitleCharacters);

function addressIn(written: unknown, oembedUrl: string): string | undefined {
  return typeof written === 'string' ? webAddress(written, undefined, oembedUrl) : undefined;
}

/** A frame of our own writing with the address of the first one in some HTML; undefined where there is none. */
function playerIn(html: string, oembedUrl: string): string | undefined {
  let source: string | undefined;
  const parser = new Parser({
    onopentag(name, { src }) {
      if (name === 'iframe' && src) source ??= webAddress(src, undefined, oembedUrl);
    },
  });
  parser.end(html);
  if (source === undefined || !source.startsWith('https:')) return undefined;
  return `<iframe src="${escapeHtml(source)}" allow="fullscreen"></iframe>`;
}
