// Pictures that people send, read and scaled beside the event loop: whatever they are, the server stays small.

import { ApiError, rateLimited } from '../api-contract/error.ts';
import { limits } from '../api-contract/limits.ts';
import type { FileStore } from '../files/file-store.ts';
import { ProcessPool } from '../workers/process-pool.ts';
import { WorkRefused } from '../workers/task.ts';
import type { PictureTasks, SquarePicture, ThumbnailedPicture } from './picture-process.ts';
import type { PictureProblem, PictureSource, Size } from './scaling.ts';

const IDLE_MILLISECONDS = 10_000;
const TRY_AGAIN_SECONDS = 5;

const messages: Readonly<Record<PictureProblem, string>> = {
  'no picture': 'Invalid image format',
  'too large': 'Image size exceeds limit',
};

/** The picture. @throws `BAD_IMAGE` where there is none */
function taken<T extends object>(outcome: T | PictureProblem): T {
  if (typeof outcome === 'object') return outcome;
  throw new ApiError(400, 'BAD_IMAGE', messages[outcome]);
}

/** What takes too long or too much is too large. @throws `RATE_LIMIT_HIT` where too many pictures wait */
async function within<T>(work: Promise<T>): Promise<T | PictureProblem> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof WorkRefused)) throw error;
    if (error.isPassing) throw rateLimited(TRY_AGAIN_SECONDS);
    return 'too large';
  }
}

/** Everything that is made of pictures; one that cannot be read is refused with `BAD_IMAGE`. */
export class Pictures {
  readonly #work = new ProcessPool<PictureTasks>({
    module: new URL('./picture-process.ts', import.meta.url),
    milliseconds: limits.imageSeconds * 1000,
    megabytes: limits.imageMegabytes,
    processes: limits.imagesAtOnce,
    waiting: limits.imagesWaiting,
    idleMilliseconds: IDLE_MILLISECONDS,
  });

  close(): Promise<void> {
    return this.#work.close();
  }

  /** A picture with thumbnails that fit into a rectangle; undefined for what is none, or too large to be scaled. */
  async thumbnails(source: PictureSource, size: Size): Promise<ThumbnailedPicture | undefined> {
    const outcome = await within(this.#work.run('thumbnails', { source, size }));
    return typeof outcome === 'string' ? undefined : outcome;
  }

  /** The middle of a picture as PNGs, with sides of so many pixels. */
  async squares(source: PictureSource, sides: readonly number[]): Promise<readonly Buffer[]> {
    return taken(await within(this.#work.run('squares', { source, sides })));
  }

  /** A picture as a PNG that fits into a rectangle. */
  async fitting(source: PictureSource, size: Size): Promise<Buffer> {
    return taken(await within(this.#work.run('fitting', { source, size })));
  }

  /** A small square with a side of so many pixels, at rest and as it moves. */
  async movingSquare(source: PictureSource, side: number): Promise<SquarePicture> {
    return taken(await within(this.#work.run('movingSquare', { source, side })));
  }
}

/** Where pictures that people send are made and kept. */
export interface PicturePlace {
  readonly fileStore: FileStore;
  readonly pictures: Pictures;
}
