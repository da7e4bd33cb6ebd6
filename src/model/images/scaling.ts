// Pictures in other sizes and formats, by libvips. It is loaded when the first picture comes, does its work
// outside the event loop, a few pictures at a time, and knows no formats but those named here.

import type sharp from 'sharp';
import type { Sharp, SharpOptions } from 'sharp';
import { limits } from '../../contract/limits.ts';

type Library = typeof sharp;

const readable = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((format) => `VipsForeignLoad${format}`);
const AT_ONCE = 2;
const MAX_SECONDS = 20;

let loading: Promise<Library> | undefined;

function library(): Promise<Library> {
  loading ??= import('sharp').then(({ default: loaded }) => {
    loaded.cache(false);
    loaded.concurrency(1);
    // Vector graphics and documents, which could fetch or run something, are not even looked at.
    loaded.block({ operation: ['VipsForeignLoad'] });
    loaded.unblock({ operation: readable });
    return loaded;
  });
  return loading;
}

const waiting: (() => void)[] = [];
let working = 0;

/** Lets few pictures be in the works at once: each may take much memory. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (working >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else working++;
  try {
    return await work();
  } finally {
    // The place goes to the next in line, if there is one.
    const next = waiting.shift();
    if (next) next();
    else working--;
  }
}

/** A picture in memory, or the path of one. */
export type PictureSource = Buffer | string;

async function opened(source: PictureSource, options: SharpOptions = {}): Promise<Sharp> {
  const open = await library();
  const bounds: SharpOptions = {
    limitInputPixels: limits.imagePixels,
    failOn: 'error',
    sequentialRead: true,
  };
  return open(source, { ...bounds, ...options }).timeout({ seconds: MAX_SECONDS });
}

/** What a picture is. */
export interface PictureFacts {
  readonly contentType: string;
  /** In pixels, after rotation. */
  readonly width: number;
  readonly height: number;
  readonly isAnimated: boolean;
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

/** Looks at a picture; undefined for what is none, is too large, or is of a kind that cannot be read. */
export async function pictureFacts(source: PictureSource): Promise<PictureFacts | undefined> {
  return inTurn(async () => {
    try {
      const { format, width, height, autoOrient, pages = 1 } = await (await opened(source)).metadata();
      const contentType = contentTypes[format];
      if (!contentType || width * height > limits.imagePixels) return undefined;
      const isAnimated = pages > 1 && (format === 'gif' || format === 'webp');
      return { contentType, width: autoOrient.width, height: autoOrient.height, isAnimated };
    } catch {
      return undefined;
    }
  });
}

async function encoded(make: () => Promise<Sharp>): Promise<Buffer | undefined> {
  return inTurn(async () => {
    try {
      return await (await make()).toBuffer();
    } catch {
      return undefined;
    }
  });
}

/** A WebP that fits into a rectangle, never larger than the picture; undefined where that fails. */
export function thumbnail(
  source: PictureSource,
  size: { readonly width: number; readonly height: number },
  motion: 'still' | 'moving',
): Promise<Buffer | undefined> {
  return encoded(async () => {
    const picture = await opened(source, { animated: motion === 'moving' });
    // A rotated picture that moves does not exist, and turning would take the frames apart.
    const upright = motion === 'moving' ? picture : picture.autoOrient();
    return upright.resize({ ...size, fit: 'inside', withoutEnlargement: true }).webp({ quality: 80 });
  });
}

/** A WebP of full size. */
export function transcoded(source: PictureSource): Promise<Buffer | undefined> {
  return encoded(async () => (await opened(source)).autoOrient().webp({ quality: 85 }));
}

/** The middle of a picture as a square PNG. */
export function squarePng(bytes: Buffer, side: number): Promise<Buffer | undefined> {
  return encoded(async () =>
    (await opened(bytes)).autoOrient().resize({ width: side, height: side, fit: 'cover' }).png(),
  );
}
