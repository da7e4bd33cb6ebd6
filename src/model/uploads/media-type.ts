// What kind of file an upload is. Pictures are recognised by their bytes, other kinds by their name; what a client
// says of a file is not believed. Only a few kinds, which no browser executes, are ever shown in place.

/** Kinds that are known by the ends of names. */
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
const inPlace = new Set([...shownPictures, ...Object.values(byExtension)]);

/** For files whose kind nobody said: browsers save them and never show them. */
export const UNKNOWN_TYPE = 'application/octet-stream';

/** The type of a file that is no picture. */
export function typeByName(name: string): string {
  const extension = /\.([a-z0-9]{2,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(byExtension, extension) ? (byExtension[extension] ?? UNKNOWN_TYPE) : UNKNOWN_TYPE;
}

/** Whether a browser may show a file of this type where it stands, rather than save it. */
export function isShownInPlace(contentType: string): boolean {
  return inPlace.has(contentType);
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

/** Whether some bytes begin like a picture; whether they are one is found out by reading it. */
export function beginsLikePicture(bytes: Buffer): boolean {
  return signatures.some(([offset, text]) => bytes.toString('latin1', offset, offset + text.length) === text);
}
