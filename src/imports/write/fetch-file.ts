// Fetches the files that an archive refers to by address, within limits. Hosts that no longer respond are skipped.

import { limits } from '../../api-contract/limits.ts';
import type { Notes } from '../records/notes.ts';

/** The response of an address. */
export interface FetchedFile {
  readonly status: number;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Fetches an address, and throws if there is no response. Never requests an address that is not public. */
export type FetchFile = (
  address: string,
  bounds: { readonly maximumBytes: number; readonly seconds: number },
) => Promise<FetchedFile>;

/** After this many consecutive addresses without a response, a host is skipped. */
const MAX_FAILURES = 10;

/** Fetches the files of one import. */
export class FileFetcher {
  readonly #fetch: FetchFile;
  readonly #notes: Notes;
  readonly #failures = new Map<string, number>();
  #bytes = 0;

  constructor(fetch: FetchFile, notes: Notes) {
    this.#fetch = fetch;
    this.#notes = notes;
  }

  /** The bytes at an address; undefined if they are not available, which is noted under `subject`. */
  async bytesAt(address: string, subject: string): Promise<Buffer | undefined> {
    const { host } = new URL(address);
    const failures = this.#failures.get(host) ?? 0;
    const result =
      failures >= MAX_FAILURES ? `${host} does not respond` : await this.#reasonOrBytes(address, host);
    if (typeof result !== 'string') return result;
    this.#notes.add(subject, `${result}; links still lead there`);
    return undefined;
  }

  async #reasonOrBytes(address: string, host: string): Promise<Buffer | string> {
    if (this.#bytes >= limits.importFetchedBytes) return 'the size limit for downloads was reached';
    let response: FetchedFile;
    try {
      response = await this.#fetch(address, {
        maximumBytes: limits.importFetchedFileBytes,
        seconds: limits.importFetchSeconds,
      });
    } catch (error) {
      this.#failures.set(host, (this.#failures.get(host) ?? 0) + 1);
      return `the download from ${host} failed (${error instanceof Error ? error.message : String(error)})`;
    }
    this.#failures.delete(host);
    if (response.status !== 200) return `${host} returned status ${response.status}`;
    // Without permission, hosts return a login page.
    if (/^text\/html\b/.test(response.contentType) && !/\.html?(?:$|\?)/i.test(address))
      return `${host} returned a web page instead`;
    this.#bytes += response.bytes.length;
    return response.bytes;
  }
}
