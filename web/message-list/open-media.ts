// Opens pictures, videos and audio files of the feed in the lightbox, which is loaded on first use.

import type { Medium } from '../components/lightbox.tsx';

/** Excludes players of other hosts, whose links lead to these hosts. */
const linked = '.rendered .message_inline_image:not(.youtube-video, .embed-video) > a';
const inText = '.rendered img.inline-image';
const media = `${linked}, ${inText}, .rendered audio`;

/** The decoded file name of an address. */
function nameIn(address: string): string {
  const name = new URL(address).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function pictureOf(image: HTMLImageElement, address: string, name: string): Medium {
  // Formats that browsers cannot show have a converted copy next to the thumbnail. Pictures from other hosts
  // come through the server.
  const { transcodedImage } = image.dataset;
  const isUpload = new URL(address).origin === location.origin;
  const large = transcodedImage ? new URL(transcodedImage, image.src).href : address;
  return { kind: 'picture', preview: image.src, source: isUpload ? large : image.src, address, name };
}

function mediumOf(element: Element): Medium | undefined {
  if (element instanceof HTMLImageElement) {
    const address = new URL(element.dataset.originalSrc ?? element.src, location.href).href;
    return pictureOf(element, address, element.alt || nameIn(address));
  }
  if (element instanceof HTMLAudioElement) {
    const { src } = element;
    return { kind: 'audio', source: src, address: src, name: element.title || nameIn(src) };
  }
  if (!(element instanceof HTMLAnchorElement)) return undefined;
  const name = element.title || element.getAttribute('aria-label') || nameIn(element.href);
  const video = element.querySelector('video');
  if (video) return { kind: 'video', source: video.src, address: element.href, name };
  const image = element.querySelector('img');
  return image ? pictureOf(image, element.href, name) : undefined;
}

/** Shows all media of the feed or text around an element, starting with this element; false if it is not a medium. */
function open(element: Element): boolean {
  const container = element.closest('[role=feed]') ?? element.closest('.rendered') ?? element;
  const elements = [...container.querySelectorAll(media)];
  const found = elements.flatMap((element) => mediumOf(element) ?? []);
  const first = elements.indexOf(element);
  if (first < 0 || found.length !== elements.length) return false;
  void import('../components/lightbox.tsx').then(({ showMedia }) => showMedia(found, first));
  return true;
}

/** Opens the first picture, video or audio file of a message; false if it has none. */
export function openMediaOf(row: Element | null): boolean {
  const first = row?.querySelector(media);
  return first ? open(first) : false;
}

/** Opens what was clicked, unless it should open elsewhere. Audio plays in place. */
export function openClickedMedia(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const clicked = event.target instanceof Element ? event.target.closest(`a, ${inText}`) : null;
  if (clicked?.matches(`${linked}, ${inText}`) && open(clicked)) event.preventDefault();
}
