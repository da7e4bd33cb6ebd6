// Shows the pictures, videos and audio files of the feed in the lightbox. Loaded with the first one that is opened.

import { type Medium, showMedia } from '../components/lightbox.tsx';

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

/** Shows all elements of the feed or text around an element that match a selector, starting with this element. */
export function showMediaAround(element: Element, media: string): void {
  const container = element.closest('[role=feed]') ?? element.closest('.rendered') ?? element;
  const elements = [...container.querySelectorAll(media)];
  const found = elements.flatMap((each) => mediumOf(each) ?? []);
  showMedia(found, elements.indexOf(element));
}
