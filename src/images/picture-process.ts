// The worker process that reads and scales pictures.

import { serveTasks } from '../workers/serve-tasks.ts';
import {
  fittingPng,
  movingSquare,
  type PictureErrorKind,
  type PictureProperties,
  type PictureSource,
  pictureProperties,
  type Size,
  squarePng,
  thumbnail,
  transcode,
} from './scaling.ts';

/** A picture with thumbnails, and a copy in another format if browsers cannot show the original. */
export interface ThumbnailedPicture {
  readonly facts: PictureProperties;
  readonly still: Buffer;
  readonly moving: Buffer | undefined;
  readonly copy: Buffer | undefined;
}

/** A small still picture, and an animated one if the original is animated. */
export interface SquarePicture {
  readonly still: Buffer;
  readonly moving?: { readonly format: 'gif' | 'webp'; readonly bytes: Buffer };
}

/** Runs work on a valid picture. */
async function withPicture<T>(
  source: PictureSource,
  work: (facts: PictureProperties) => Promise<T | undefined>,
): Promise<T | PictureErrorKind> {
  const facts = await pictureProperties(source);
  return typeof facts === 'string' ? facts : ((await work(facts)) ?? 'no picture');
}

/** Types that browsers cannot show. */
const UNSUPPORTED_TYPES = new Set(['image/tiff']);

const tasks = {
  thumbnails: ({ source, size }: { readonly source: PictureSource; readonly size: Size }) =>
    withPicture(source, async (facts): Promise<ThumbnailedPicture | undefined> => {
      const still = await thumbnail(source, size, 'still');
      const moving = facts.isAnimated ? await thumbnail(source, size, 'moving') : undefined;
      const copy = UNSUPPORTED_TYPES.has(facts.contentType) ? await transcode(source) : undefined;
      return still && { facts, still, moving, copy };
    }),
  squares: ({ source, sides }: { readonly source: PictureSource; readonly sides: readonly number[] }) =>
    withPicture(source, async () => {
      const squares = await Promise.all(sides.map((side) => squarePng(source, side)));
      return squares.every((square) => square !== undefined) ? squares : undefined;
    }),
  fitting: ({ source, size }: { readonly source: PictureSource; readonly size: Size }) =>
    withPicture(source, () => fittingPng(source, size)),
  movingSquare: ({ source, side }: { readonly source: PictureSource; readonly side: number }) =>
    withPicture(source, async ({ contentType, isAnimated }): Promise<SquarePicture | undefined> => {
      const still = await squarePng(source, side);
      if (!still || !isAnimated) return still && { still };
      const format = contentType === 'image/gif' ? 'gif' : 'webp';
      const bytes = await movingSquare(source, side, format);
      return bytes && { still, moving: { format, bytes } };
    }),
};

export type PictureTasks = typeof tasks;

serveTasks(tasks);
