// What was fetched from elsewhere, by its first bytes alone: pictures and films that browsers show, and nothing that
// they could run. What the other server says of it is not believed.

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

/** How many bytes decide. */
export const KIND_BYTES = 12;

/** The media type of some bytes; undefined for what is not shown. */
export function mediaKind(head: Buffer): string | undefined {
  return kinds.find(
    ([, offset, text]) => head.toString('latin1', offset, offset + text.length) === text,
  )?.[0];
}
