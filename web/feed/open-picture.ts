// Pictures of the feed, opened large: the lightbox is loaded with the first of them.

import type { Picture } from '../parts/lightbox.tsx';

const pictureLinks =
  '.rendered .message_inline_image:not(.message_inline_video, .youtube-video, .embed-video) > a';

function pictureOf(link: HTMLAnchorElement): Picture | undefined {
  const image = link.querySelector('img');
  if (!image) return undefined;
  // Pictures from elsewhere come through the server; those of uploads are there as they were sent.
  const isUpload = new URL(link.href).origin === location.origin;
  const name = link.title || link.getAttribute('aria-label') || image.alt;
  return { preview: image.src, source: isUpload ? link.href : image.src, address: link.href, name };
}

/** Shows the pictures around a link, and the one of the link first; false where it has none. */
function open(link: HTMLAnchorElement): boolean {
  const around = link.closest('[role=feed]') ?? link.closest('.rendered') ?? link;
  const links = [...around.querySelectorAll<HTMLAnchorElement>(pictureLinks)];
  const pictures = links.flatMap((one) => pictureOf(one) ?? []);
  const first = links.indexOf(link);
  if (first < 0 || pictures.length !== links.length) return false;
  void import('../parts/lightbox.tsx').then(({ showPictures }) => showPictures(pictures, first));
  return true;
}

/** Opens the first picture of a message; false where it has none. */
export function openPictureIn(row: Element | null): boolean {
  const link = row?.querySelector<HTMLAnchorElement>(pictureLinks);
  return link ? open(link) : false;
}

/** Opens the picture that was clicked, unless it is to open elsewhere. */
export function openClicked(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link?.matches(pictureLinks) && open(link)) event.preventDefault();
}
