// Files that an archive names by their addresses: each is fetched within bounds, and none is asked for any longer where
// their server has stopped to answer.

import { limits } from '../../api-contract/limits.ts';
import type { Notes } from '../records/notes.ts';

/** What lies at an address. */
export interface FetchedFile {
  readonly status: number;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Asks for what lies at an address, and throws where there is no answer; never at an address that is not public. */
export type FetchFile = (
  address: string,
  bounds: { readonly maximumBytes: number; readonly seconds: number },
) => Promise<FetchedFile>;

/** So many addresses of one host in a row without an answer, and it is asked no more. */
const SILENCES = 10;

/** Fetches the files of one import. */
export class FileFetcher {
  readonly #fetch: FetchFile;
  readonly #notes: Notes;
  readonly #silences = new Map<string, number>();
  #bytes = 0;

  constructor(fetch: FetchFile, notes: Notes) {
    this.#fetch = fetch;
    this.#notes = notes;
  }

  /** The bytes at an address; undefined where they cannot be had, which is noted as one of `what`. */
  async bytesAt(address: string, what: string): Promise<Buffer | undefined> {
    const { host } = new URL(address);
    const silences = this.#silences.get(host) ?? 0;
    const reason =
      silences >= SILENCES ? `${host} does not answer` : await this.#reasonOrBytes(address, host);
    if (typeof reason !== 'string') return reason;
    this.#notes.add(what, `${reason}; links still lead there`);
    return undefined;
  }

  async #reasonOrBytes(address: string, host: string): Promise<Buffer | string> {
    if (this.#bytes >= limits.importFetchedBytes) return 'there are more of them than are fetched';
    let answer: FetchedFile;
    try {
      answer = await this.#fetch(address, {
        maximumBytes: limits.importFetchedFileBytes,
        seconds: limits.importFetchSeconds,
      });
    } catch (error) {
      this.#silences.set(host, (this.#silences.get(host) ?? 0) + 1);
      return `${host} gave none (${error instanceof Error ? error.message : String(error)})`;
    }
    this.#silences.delete(host);
    if (answer.status !== 200) return `${host} refused them (status ${answer.status})`;
    // Whoever is not let in gets a page to log in at.
    if (/^text\/html\b/.test(answer.contentType) && !/\.html?(?:$|\?)/i.test(address))
      return `${host} gave a page instead`;
    this.#bytes += answer.bytes.length;
    return answer.bytes;
  }
}
