// Detects the type of fetched media by its first bytes: images and videos that browsers show, and nothing
// that they could run. The `Content-Type` of the other server is not trusted.

const kinds: readonly (readonly [type: string, offset: number, text: string])[] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF87a'],
  ['image/gif', 0, 'GIF89a'],
  ['image/webp', 8, 'WEBP'],
  ['image/avif', 4, 'ftypavif'],
  ['image/avif', 4, 'ftypavis'],
  ['video/quicktime', 4, 'ftypqt  '],
  ['video/mp4', 4, 'ftyp'],
  ['video/webm', 0, '\x1a\x45\xdf\xa3'],
];

/** How many bytes determine the type. */
export const KIND_BYTES = 12;

/** The media type of some bytes; undefined if it is not shown. */
export function mediaKind(head: Buffer): string | undefined {
  return kinds.find(
    ([, offset, text]) => head.toString('latin1', offset, offset + text.length) === text,
  )?.[0];
}
