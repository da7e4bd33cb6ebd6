// Which kind of image some bytes are, by the bytes alone: what a client says of a file is never believed, and
// nothing that a browser could run passes as an image.

import { gifFrames } from './gif.ts';
import { isAnimatedPng } from './png.ts';
import { isAnimatedWebp } from './webp.ts';

export type ImageFormat = 'gif' | 'jpeg' | 'png' | 'webp';

export interface ImageKind {
  readonly format: ImageFormat;
  readonly isAnimated: boolean;
}

/** The media type that each format is served under. */
export const contentTypes: Readonly<Record<ImageFormat, string>> = {
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

/** The extension that files of a format get. */
export const extensions: Readonly<Record<ImageFormat, string>> = {
  gif: 'gif',
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
};

function startsWith(bytes: Buffer, text: string, offset = 0): boolean {
  return bytes.toString('latin1', offset, offset + text.length) === text;
}

/** The kind of an image; undefined for anything else. */
export function imageKind(bytes: Buffer): ImageKind | undefined {
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) {
    const frames = gifFrames(bytes);
    return frames.count === 0 ? undefined : { format: 'gif', isAnimated: frames.count > 1 };
  }
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return { format: 'png', isAnimated: isAnimatedPng(bytes) };
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) {
    return { format: 'webp', isAnimated: isAnimatedWebp(bytes) };
  }
  if (startsWith(bytes, '\xff\xd8\xff')) return { format: 'jpeg', isAnimated: false };
  return undefined;
}
