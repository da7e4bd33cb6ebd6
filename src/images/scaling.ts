// Scales and converts pictures with libvips. Runs in a worker process: a picture may take a long time and
// hundreds of megabytes. Only the listed formats are enabled.

import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { limits } from '../api-contract/limits.ts';

sharp.cache(false);
sharp.concurrency(1);
// Vector graphics and documents, which could fetch or run something, are never loaded.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((format) => `VipsForeignLoad${format}`),
});

/** A picture in memory, or its path. */
export type PictureSource = Buffer | string;

/** Why something is refused as a picture. */
export type PictureErrorKind = 'no picture' | 'too large';

export interface PictureProperties {
  readonly contentType: string;
  /** Width and height in pixels, after rotation. */
  readonly width: number;
  readonly height: number;
  readonly isAnimated: boolean;
}

/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

const contentTypes: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  gif: 'image/gif',
  heif: 'image/avif',
  jpeg: 'image/jpeg',
  png: 'image/png',
  tiff: 'image/tiff',
  webp: 'image/webp',
};

function open(source: PictureSource, options: SharpOptions = {}): Sharp {
  return sharp(source, {
    limitInputPixels: limits.imagePixels,
    failOn: 'error',
    sequentialRead: true,
    ...options,
  });
}

/** Reads the header of a picture, whatever its size; undefined if it is not of an enabled format. */
async function headerOf(source: PictureSource): Promise<Metadata | undefined> {
  try {
    const metadata = await open(source, { limitInputPixels: false }).metadata();
    return Object.hasOwn(contentTypes, metadata.format) ? metadata : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a picture's facts from its header, without decoding it. */
export async function pictureProperties(
  source: PictureSource,
): Promise<PictureProperties | PictureErrorKind> {
  const header = await headerOf(source);
  if (!header) return 'no picture';
  const { format, width, height, autoOrient, pages = 1 } = header;
  const isAnimated = pages > 1 && (format === 'gif' || format === 'webp');
  if (width * height > limits.imagePixels || (isAnimated && pages > limits.imageFrames)) return 'too large';
  const contentType = contentTypes[format] ?? '';
  return { contentType, width: autoOrient.width, height: autoOrient.height, isAnimated };
}

/** The bytes of a derived picture; undefined if the original is broken. */
async function toBytes(picture: Sharp): Promise<Buffer | undefined> {
  try {
    return await picture.toBuffer();
  } catch {
    return undefined;
  }
}

/** A WebP that fits into a rectangle, never larger than the original. */
export function thumbnail(
  source: PictureSource,
  size: Size,
  motion: 'still' | 'moving',
): Promise<Buffer | undefined> {
  const picture = open(source, { animated: motion === 'moving' });
  // Animated pictures have no rotation, and rotating would separate the frames.
  const upright = motion === 'moving' ? picture : picture.autoOrient();
  return toBytes(upright.resize({ ...size, fit: 'inside', withoutEnlargement: true }).webp({ quality: 80 }));
}

/** A WebP of full size. */
export function transcode(source: PictureSource): Promise<Buffer | undefined> {
  return toBytes(open(source).autoOrient().webp({ quality: 85 }));
}

/** The center of a picture as a square PNG. */
export function squarePng(source: PictureSource, side: number): Promise<Buffer | undefined> {
  return toBytes(open(source).autoOrient().resize({ width: side, height: side, fit: 'cover' }).png());
}

/** A PNG that fits into a rectangle, never larger than the original. */
export function fittingPng(source: PictureSource, size: Size): Promise<Buffer | undefined> {
  return toBytes(
    open(source)
      .autoOrient()
      .resize({ ...size, fit: 'inside', withoutEnlargement: true })
      .png(),
  );
}

/** A square of the same format into which all frames of an animated picture fit. */
export function movingSquare(
  source: PictureSource,
  side: number,
  format: 'gif' | 'webp',
): Promise<Buffer | undefined> {
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  return toBytes(
    open(source, { animated: true })
      .resize({ width: side, height: side, fit: 'contain', background })
      .toFormat(format),
  );
}
