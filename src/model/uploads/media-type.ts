// Determines the type of an upload. Pictures are recognized by their bytes and other types by file name; the
// type that a client states is ignored. Only a few types, which browsers do not execute, are ever displayed
// inline.

/** Types that are recognized by file extension. */
const byExtension: Readonly<Record<string, string>> = {
  aac: 'audio/aac',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  weba: 'audio/webm',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  ogv: 'video/ogg',
  mov: 'video/quicktime',
  pdf: 'application/pdf',
};

const shownPictures = new Set(['image/avif', 'image/gif', 'image/jpeg', 'image/png', 'image/webp']);
const inlineTypes = new Set([...shownPictures, ...Object.values(byExtension)]);

/** For files of unknown type: browsers save them and never display them. */
export const UNKNOWN_TYPE = 'application/octet-stream';

/** The type of a file that is not a picture. */
export function typeByName(name: string): string {
  const extension = /\.([a-z0-9]{2,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(byExtension, extension) ? (byExtension[extension] ?? UNKNOWN_TYPE) : UNKNOWN_TYPE;
}

/** Whether a browser may display a file of this type instead of saving it. */
export function isInlineType(contentType: string): boolean {
  return inlineTypes.has(contentType);
}

const signatures: readonly (readonly [offset: number, text: string])[] = [
  [0, '\x89PNG\r\n\x1a\n'],
  [0, '\xff\xd8\xff'],
  [0, 'GIF87a'],
  [0, 'GIF89a'],
  [8, 'WEBP'],
  [4, 'ftypavif'],
  [4, 'ftypavis'],
  [4, 'ftypmif1'],
  [0, 'II*\0'],
  [0, 'MM\0*'],
];

/** Whether some bytes start like a picture. Only decoding shows whether they are one. */
export function beginsLikePicture(bytes: Buffer): boolean {
  return signatures.some(([offset, text]) => bytes.toString('latin1', offset, offset + text.length) === text);
}
