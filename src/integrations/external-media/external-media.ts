// Pictures and films from elsewhere, fetched for readers and kept for a while: each address is asked for once at a time,
// few are asked for at once, of one host fewer still, and one that gave nothing is left alone for a minute.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { limits } from '../../api-contract/limits.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import type { DiskSpace } from '../../files/disk-space.ts';
import { type HttpClient, NoAnswer } from '../http/http-client.ts';
import { fetchMedia } from './fetch-media.ts';
import { FetchPlaces } from './fetch-places.ts';
import { MediaCache } from './media-cache.ts';
import { KIND_BYTES, mediaKind } from './media-kind.ts';

const FOLDER = 'external';

export interface Media {
  readonly bytes: Buffer;
  readonly contentType: string;
  /** Names the address. */
  readonly name: string;
}

export class ExternalMedia {
  readonly #http: HttpClient;
  readonly #cache: MediaCache;
  readonly #diskSpace: DiskSpace;
  readonly #places = new FetchPlaces();
  readonly #fetching = new Map<string, Promise<Buffer | undefined>>();
  /** Addresses that gave nothing, and until when they are left alone; the oldest first. */
  readonly #failed = new Map<string, number>();

  constructor(
    http: HttpClient,
    { dataDirectory, diskSpace }: { readonly dataDirectory: string; readonly diskSpace: DiskSpace },
  ) {
    this.#http = http;
    this.#diskSpace = diskSpace;
    this.#cache = new MediaCache(join(dataDirectory, FOLDER));
  }

  /** What lies at an address; undefined where that is nothing to show. @throws `RATE_LIMIT_HIT` where much is fetched */
  async at(url: string): Promise<Media | undefined> {
    const name = createHash('sha256').update(url).digest('hex');
    const bytes = (await this.#kept(name)) ?? (await this.#fetched(name, url));
    const contentType = bytes && mediaKind(bytes.subarray(0, KIND_BYTES));
    return bytes && contentType !== undefined ? { bytes, contentType, name } : undefined;
  }

  /** What cannot be read is fetched again. */
  #kept(name: string): Promise<Buffer | undefined> {
    return this.#cache.get(name, nowSeconds()).catch(() => undefined);
  }

  #fetched(name: string, url: string): Promise<Buffer | undefined> {
    const present = this.#fetching.get(name);
    if (present) return present;
    if ((this.#failed.get(name) ?? 0) > nowSeconds()) return Promise.resolve(undefined);
    const fetching = this.#fetch(name, url).finally(() => this.#fetching.delete(name));
    this.#fetching.set(name, fetching);
    return fetching;
  }

  async #fetch(name: string, url: string): Promise<Buffer | undefined> {
    const leave = await this.#places.enter(URL.parse(url)?.host ?? '');
    try {
      const bytes = await fetchMedia(this.#http, url);
      // It is shown also where the disk has no room to keep it.
      await this.#keep(name, bytes).catch(() => undefined);
      return bytes;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      this.#noteFailure(name);
      return undefined;
    } finally {
      leave();
    }
  }

  async #keep(name: string, bytes: Buffer): Promise<void> {
    await this.#diskSpace.refuseFilesWhenLow(bytes.length);
    await this.#cache.put(name, bytes, nowSeconds());
  }

  #noteFailure(name: string): void {
    this.#failed.delete(name);
    this.#failed.set(name, nowSeconds() + limits.externalMediaFailedSeconds);
    const oldest = this.#failed.keys().next().value;
    if (this.#failed.size > limits.externalMediaFailures && oldest !== undefined) this.#failed.delete(oldest);
  }
}
