// Builds the preview of one address: an image, a video, a YouTube still, or the data fetched from a web page.

import type { LinkPreview, MarkdownLookup, MarkdownSettings, UploadedFile } from './contract.ts';
import { type Attributes, element, type HtmlNode, type Meaning, plain } from './html.ts';
import { uploadPath } from './link-urls.ts';
import { uploadedImageAttributes } from './media.ts';

export interface Preview {
  readonly node: HtmlNode;
  /** Whether it counts as an image for searches. */
  readonly isImage: boolean;
  /** Whether it replaces an address that is alone in its paragraph. */
  readonly replacesLink: boolean;
  /** The text for a link that showed its address. */
  readonly linkText?: string;
}

type Link = Extract<Meaning, { kind: 'link' }>;

const IMAGE_PATH = /\.(?:bmp|gif|jpe|jpeg|jpg|png|webp)$/i;
const VIDEO_PATH = /\.(?:mp4|webm|mov)$/i;
const VIDEO_TYPES = new Set(['video/mp4', 'video/webm', 'video/quicktime']);
const YOUTUBE_HOST = /^(?:[\w-]+\.)?youtube(?:-nocookie)?\.com$/;
const YOUTUBE_ID = /^[0-9A-Za-z_-]{6,20}$/;

/** The preview of a link; undefined if there is none (yet). */
export function previewOf(
  link: Link,
  settings: MarkdownSettings,
  lookup: MarkdownLookup,
): Preview | undefined {
  if (settings.inlineImagePreview) {
    const path = uploadPath(link.url);
    const media =
      path === undefined ? externalMedia(link, settings) : uploadedMedia(link, path, lookup.upload(path));
    if (path !== undefined || media !== undefined) return media;
  }
  if (!settings.inlineUrlEmbedPreview || !/^https?:\/\//i.test(link.url)) return undefined;
  const fetched = lookup.linkPreview?.(link.url);
  if (fetched === undefined) return undefined;
  if (fetched.kind === 'website') return website(link, fetched);
  return fetched.kind === 'photo' ? photo(link, fetched) : embeddedVideo(link, fetched);
}

function uploadedMedia(link: Link, path: string, upload: UploadedFile | undefined): Preview | undefined {
  if (upload === undefined) return undefined;
  if (VIDEO_TYPES.has(upload.contentType)) return video(link, path, path);
  if (upload.image === undefined) return undefined;
  const image = element('img', uploadedImageAttributes(upload, upload.image, path, ''));
  return inlineImage({ href: path, title: titleOf(link) }, image);
}

function externalMedia(link: Link, settings: MarkdownSettings): Preview | undefined {
  const url = URL.canParse(link.url) ? new URL(link.url) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  const source = (address: string) => settings.externalMediaUrl?.(address) ?? address;
  if (IMAGE_PATH.test(url.pathname)) {
    const image = element('img', { src: source(pictureAddress(url, link.url)) });
    return inlineImage({ href: link.url, title: titleOf(link) }, image);
  }
  if (VIDEO_PATH.test(url.pathname)) return video(link, link.url, source(link.url));
  const id = youtubeId(url);
  return id === undefined
    ? undefined
    : youtube(link, id, source(`https://i.ytimg.com/vi/${id}/mqdefault.jpg`));
}

/** The address of the picture itself, for services that show it on a page with the same name. */
function pictureAddress(url: URL, typed: string): string {
  const host = url.hostname.toLowerCase();
  const [, owner, repository, kind, ...path] = url.pathname.split('/');
  if (host === 'github.com' && kind === 'blob')
    return `https://raw.githubusercontent.com/${[owner, repository, ...path].join('/')}`;
  if (host === 'www.dropbox.com' || host === 'dropbox.com') {
    const picture = new URL(url);
    picture.searchParams.delete('dl');
    picture.searchParams.set('raw', '1');
    return picture.href;
  }
  const isOnWiki = host.endsWith('.wikipedia.org') && url.pathname.startsWith('/wiki/File:');
  if (isOnWiki) return typed.replace('/wiki/File:', '/wiki/Special:FilePath/File:');
  if (host === 'linx.li' && !url.pathname.startsWith('/s/')) return `https://linx.li/s${url.pathname}`;
  return typed;
}

function titleOf(link: Link): string | undefined {
  return link.isBare ? undefined : link.text;
}

function inlineImage(anchor: Attributes, image: HtmlNode): Preview {
  const node = element('div', { class: 'message_inline_image' }, [element('a', anchor, [image])]);
  return { node, isImage: true, replacesLink: true };
}

function video(link: Link, href: string, src: string): Preview {
  const player = element('video', { preload: 'metadata', src });
  const node = element('div', { class: 'message_inline_image message_inline_video' }, [
    element('a', { href, title: titleOf(link) }, [player]),
  ]);
  return { node, isImage: true, replacesLink: true };
}

function youtube(link: Link, id: string, src: string): Preview {
  const node = element('div', { class: 'youtube-video message_inline_image' }, [
    element('a', { 'data-id': id, href: link.url }, [element('img', { src })]),
  ]);
  return { node, isImage: true, replacesLink: false };
}

/** The id of the video at a YouTube address; undefined for playlists. */
function youtubeId(url: URL): string | undefined {
  const [first = '', second = ''] = url.pathname.slice(1).split('/');
  let id: string | undefined;
  if (url.hostname === 'youtu.be') id = first;
  else if (!YOUTUBE_HOST.test(url.hostname)) return undefined;
  else if (first === 'watch') id = url.searchParams.get('v') ?? undefined;
  else if (first === 'watch_videos') id = url.searchParams.get('video_ids')?.split(',')[0];
  else if (first === 'embed' || first === 'v' || first === 'shorts' || first === 'live') id = second;
  return id !== undefined && YOUTUBE_ID.test(id) && id !== 'playlist' ? id : undefined;
}

function photo(link: Link, fetched: Extract<LinkPreview, { kind: 'photo' }>): Preview {
  const image = element('img', { src: fetched.imageUrl });
  return { ...inlineImage({ href: link.url, title: fetched.title }, image), replacesLink: false };
}

function embeddedVideo(link: Link, fetched: Extract<LinkPreview, { kind: 'video' }>): Preview {
  const anchor = { 'data-id': fetched.html, href: link.url, title: fetched.title };
  const node = element('div', { class: 'embed-video message_inline_image' }, [
    element('a', anchor, [element('img', { src: fetched.imageUrl })]),
  ]);
  const linkText = fetched.provider && `${fetched.provider} - ${fetched.title}`;
  return { node, isImage: true, replacesLink: false, ...(linkText && { linkText }) };
}

function website(link: Link, fetched: Extract<LinkPreview, { kind: 'website' }>): Preview | undefined {
  const imageUrl = cssUrl(fetched.imageUrl);
  if (imageUrl === undefined) return undefined;
  const { title, description } = fetched;
  const image = element('a', {
    class: 'message_embed_image',
    href: link.url,
    style: `background-image: url("${imageUrl}")`,
  });
  const data: HtmlNode[] = [];
  if (title !== undefined) {
    const anchor = element('a', { href: link.url, title }, [plain(title)]);
    data.push(element('div', { class: 'message_embed_title' }, [anchor]));
  }
  if (description !== undefined) {
    data.push(element('div', { class: 'message_embed_description' }, [plain(description)]));
  }
  const container = element('div', { class: 'data-container' }, data);
  const node = element('div', { class: 'message_embed' }, [image, container]);
  return { node, isImage: false, replacesLink: false };
}

/** A web address that is safe within `url("…")` in a style; undefined for other addresses. */
function cssUrl(address: string): string | undefined {
  if (!address.startsWith('/') && !/^https?:\/\//i.test(address)) return undefined;
  const escaped: Readonly<Record<string, string>> = { '"': '%22', '\\': '%5C', '\n': '%0A' };
  return address.replace(/["\\\n]/g, (character) => escaped[character] ?? '');
}
