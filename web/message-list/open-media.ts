// Opens pictures, videos and audio files of the feed in the lightbox, which is loaded on first use.

/** Excludes players of other hosts, whose links lead to these hosts. */
const linked = '.rendered .message_inline_image:not(.youtube-video, .embed-video) > a:has(img, video)';
const inText = '.rendered img.inline-image';

/** The elements that the lightbox can show. */
const media = `${linked}, ${inText}, .rendered audio`;

function open(element: Element): void {
  void import('./show-media.ts').then(({ showMediaAround }) => showMediaAround(element, media));
}

/** Opens the first picture, video or audio file of a message; false if it has none. */
export function openMediaOf(row: Element | null): boolean {
  const first = row?.querySelector(media);
  if (first) open(first);
  return first !== undefined && first !== null;
}

/** Opens what was clicked, unless it should open elsewhere. Audio plays in place. */
export function openClickedMedia(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const clicked = event.target instanceof Element ? event.target.closest(`a, ${inText}`) : null;
  if (!clicked?.matches(`${linked}, ${inText}`)) return;
  event.preventDefault();
  open(clicked);
}
