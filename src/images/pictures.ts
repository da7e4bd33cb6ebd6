// Reads and scales uploaded pictures in worker processes, so that the server's own memory use stays small.

import { ApiError, rateLimited } from '../api-contract/error.ts';
import { limits } from '../api-contract/limits.ts';
import type { FileStore } from '../files/file-store.ts';
import { ProcessPool } from '../workers/process-pool.ts';
import { TaskNotDoneError } from '../workers/task.ts';
import type { PictureTasks, SquarePicture, ThumbnailedPicture } from './picture-process.ts';
import type { PictureErrorKind, PictureSource, Size } from './scaling.ts';

const IDLE_MILLISECONDS = 10_000;
const TRY_AGAIN_SECONDS = 5;

const messages: Readonly<Record<PictureErrorKind, string>> = {
  'no picture': 'Invalid image format',
  'too large': 'Image size exceeds limit',
};

/** @throws `BAD_IMAGE` unless there is a picture */
function orRefuse<T extends object>(outcome: T | PictureErrorKind): T {
  if (typeof outcome === 'object') return outcome;
  throw new ApiError(400, 'BAD_IMAGE', messages[outcome]);
}

/** Exceeding the time or memory limit counts as too large. @throws `RATE_LIMIT_HIT` if too many pictures wait */
async function withinLimits<T>(work: Promise<T>): Promise<T | PictureErrorKind> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof TaskNotDoneError)) throw error;
    if (error.isTemporary) throw rateLimited(TRY_AGAIN_SECONDS);
    return 'too large';
  }
}

/** Makes thumbnails and other pictures. Unreadable ones are refused with `BAD_IMAGE`, unless stated otherwise. */
export class Pictures {
  readonly #pool = new ProcessPool<PictureTasks>({
    module: new URL('./picture-process.ts', import.meta.url),
    milliseconds: limits.imageSeconds * 1000,
    megabytes: limits.imageMegabytes,
    processes: limits.imagesAtOnce,
    waiting: limits.imagesWaiting,
    idleMilliseconds: IDLE_MILLISECONDS,
  });

  close(): Promise<void> {
    return this.#pool.close();
  }

  /** A picture with thumbnails that fit into a rectangle; undefined if it is invalid or too large to scale. */
  async thumbnails(source: PictureSource, size: Size): Promise<ThumbnailedPicture | undefined> {
    const outcome = await withinLimits(this.#pool.run('thumbnails', { source, size }));
    return typeof outcome === 'string' ? undefined : outcome;
  }

  /** The center of a picture as square PNGs with the given sides in pixels. */
  async squares(source: PictureSource, sides: readonly number[]): Promise<readonly Buffer[]> {
    return orRefuse(await withinLimits(this.#pool.run('squares', { source, sides })));
  }

  /** A picture as a PNG that fits into a rectangle. */
  async fitting(source: PictureSource, size: Size): Promise<Buffer> {
    return orRefuse(await withinLimits(this.#pool.run('fitting', { source, size })));
  }

  /** A small square with the given side in pixels, still and animated. */
  async movingSquare(source: PictureSource, side: number): Promise<SquarePicture> {
    return orRefuse(await withinLimits(this.#pool.run('movingSquare', { source, side })));
  }
}

/** The services for making and storing pictures. */
export interface PictureServices {
  readonly fileStore: FileStore;
  readonly pictures: Pictures;
}
