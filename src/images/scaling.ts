// Pictures in other sizes and formats, by libvips. Runs beside the event loop: a picture may take long, and hundreds of
// megabytes. The library knows no formats here but those named.

import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { limits } from '../api-contract/limits.ts';

sharp.cache(false);
sharp.concurrency(1);
// Vector graphics and documents, which could fetch or run something, are not even looked at.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((format) => `VipsForeignLoad${format}`),
});

/** A picture in memory, or the path of one. */
export type PictureSource = Buffer | string;

/** Why something is not taken for a picture. */
export type PictureProblem = 'no picture' | 'too large';

/** What a picture is. */
export interface PictureFacts {
  readonly contentType: string;
  /** In pixels, after rotation. */
  readonly width: number;
  readonly height: number;
  readonly isAnimated: boolean;
}

/** In pixels. */
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

function opened(source: PictureSource, options: SharpOptions = {}): Sharp {
  return sharp(source, {
    limitInputPixels: limits.imagePixels,
    failOn: 'error',
    sequentialRead: true,
    ...options,
  });
}

/** What the header of a picture says, the size not counted; undefined where it is none of a known kind. */
async function headerOf(source: PictureSource): Promise<Metadata | undefined> {
  try {
    const metadata = await opened(source, { limitInputPixels: false }).metadata();
    return Object.hasOwn(contentTypes, metadata.format) ? metadata : undefined;
  } catch {
    return undefined;
  }
}

/** Looks at a picture: what its header says, without decoding it. */
export async function pictureFacts(source: PictureSource): Promise<PictureFacts | PictureProblem> {
  const header = await headerOf(source);
  if (!header) return 'no picture';
  const { format, width, height, autoOrient, pages = 1 } = header;
  const isAnimated = pages > 1 && (format === 'gif' || format === 'webp');
  if (width * height > limits.imagePixels || (isAnimated && pages > limits.imageFrames)) return 'too large';
  const contentType = contentTypes[format] ?? '';
  return { contentType, width: autoOrient.width, height: autoOrient.height, isAnimated };
}

/** The bytes of a picture that is made; undefined where the one it is made of is broken. */
async function made(picture: Sharp): Promise<Buffer | undefined> {
  try {
    return await picture.toBuffer();
  } catch {
    return undefined;
  }
}

/** A WebP that fits into a rectangle, never larger than the picture. */
export function thumbnail(
  source: PictureSource,
  size: Size,
  motion: 'still' | 'moving',
): Promise<Buffer | undefined> {
  const picture = opened(source, { animated: motion === 'moving' });
  // A rotated picture that moves does not exist, and turning would take the frames apart.
  const upright = motion === 'moving' ? picture : picture.autoOrient();
  return made(upright.resize({ ...size, fit: 'inside', withoutEnlargement: true }).webp({ quality: 80 }));
}

/** A WebP of full size. */
export function transcoded(source: PictureSource): Promise<Buffer | undefined> {
  return made(opened(source).autoOrient().webp({ quality: 85 }));
}

/** The middle of a picture as a square PNG. */
export function squarePng(source: PictureSource, side: number): Promise<Buffer | undefined> {
  return made(opened(source).autoOrient().resize({ width: side, height: side, fit: 'cover' }).png());
}

/** A PNG that fits into a rectangle, never larger than the picture. */
export function fittingPng(source: PictureSource, size: Size): Promise<Buffer | undefined> {
  return made(
    opened(source)
      .autoOrient()
      .resize({ ...size, fit: 'inside', withoutEnlargement: true })
      .png(),
  );
}

/** A square of the same format in which all frames of a picture that moves fit. */
export function movingSquare(
  source: PictureSource,
  side: number,
  format: 'gif' | 'webp',
): Promise<Buffer | undefined> {
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  return made(
    opened(source, { animated: true })
      .resize({ width: side, height: side, fit: 'contain', background })
      .toFormat(format),
  );
}
