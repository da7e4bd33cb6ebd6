// Detects the type of an image by its bytes, not by its address.

const kinds: readonly (readonly [type: string, text: string, offset?: number])[] = [
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/gif', 'GIF87a'],
  ['image/gif', 'GIF89a'],
  ['image/webp', 'WEBP', 8],
];

/** The media type by the first bytes; undefined for anything else. */
export function imageType(bytes: Buffer): string | undefined {
  return kinds.find(
    ([, text, offset = 0]) => bytes.toString('latin1', offset, offset + text.length) === text,
  )?.[0];
}
