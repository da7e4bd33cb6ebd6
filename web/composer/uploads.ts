// Runs uploads and tracks their progress. Offline, files are stored in the browser and sent with the message.

import { ParleyError } from '../../client/parley-error.ts';
import type { ErrorText } from '../components/error-text.ts';
import { anyErrorText, clientError } from '../data/error-texts.ts';
import type { Organization } from '../data/organization.ts';
import { storeFile } from '../data/pending-files.ts';
import { isSentInParts, sendFile } from '../data/send-file.ts';
import type { SendFileOptions } from '../data/uploaded-file.ts';
import { t } from '../i18n/texts.ts';
import { ConcurrencyLimit } from '../lib/concurrency-limit.ts';
import { pendingAddress } from '../lib/pending-files.ts';

export interface Upload {
  readonly key: number;
  readonly name: string;
  /** From 0 to 1. */
  readonly progress: number;
  readonly cancel: () => void;
}

export interface UploadsOptions {
  readonly organization: Organization;
  /** Called when a file is uploaded or stored: its name and address. */
  readonly onDone: (name: string, url: string) => void;
  readonly onError: (error: ErrorText) => void;
  readonly onChange: () => void;
}

/** Limits parallel uploads, so that connections are left for other calls. */
const MAX_PARALLEL = 3;
const MEBIBYTE = 1024 * 1024;

function isUnreachable(error: unknown): boolean {
  return error instanceof ParleyError && error.status === 0;
}

export class Uploads {
  readonly #options: UploadsOptions;
  #all: readonly Upload[] = [];
  #started = 0;
  readonly #limit = new ConcurrencyLimit(MAX_PARALLEL);

  constructor(options: UploadsOptions) {
    this.#options = options;
  }

  get all(): readonly Upload[] {
    return this.#all;
  }

  /** Starts uploads; files that are too large are refused before anything is sent. */
  add(files: Iterable<File>): void {
    const limit = this.#options.organization.state.max_file_upload_size_mib ?? 0;
    for (const file of files) {
      if (limit > 0 && file.size > limit * MEBIBYTE) {
        this.#options.onError({ text: t('composer.tooLarge', { name: file.name, count: limit }) });
      } else {
        void this.#begin(file);
      }
    }
  }

  async #begin(file: File): Promise<void> {
    const stop = new AbortController();
    const key = ++this.#started;
    this.#set([...this.#all, { key, name: file.name, progress: 0, cancel: () => stop.abort() }]);
    const onProgress = (progress: number) =>
      this.#set(this.#all.map((upload) => (upload.key === key ? { ...upload, progress } : upload)));
    try {
      const { name, url } = await this.#sendOrStore(file, { signal: stop.signal, onProgress });
      this.#options.onDone(name, url);
    } catch (error) {
      if (!stop.signal.aborted) this.#reportError(file, error);
    } finally {
      this.#set(this.#all.filter((upload) => upload.key !== key));
    }
  }

  async #sendOrStore(file: File, options: SendFileOptions) {
    // A large file waits for the network on its own, while the page is open.
    if (navigator.onLine || isSentInParts(file)) {
      try {
        return await this.#limit.run(() => sendFile(file, file.name, options), options.signal);
      } catch (error) {
        if (!isUnreachable(error)) throw error;
      }
    }
    const key = await storeFile(this.#options.organization, file);
    if (key === undefined) throw clientError('TOO_MANY_PENDING_FILES');
    return { name: file.name, url: pendingAddress(key) };
  }

  #reportError(file: File, error: unknown): void {
    const consequence = t('composer.notUploaded', { name: file.name });
    this.#options.onError({ ...anyErrorText(error), consequence });
  }

  #set(all: readonly Upload[]): void {
    this.#all = all;
    this.#options.onChange();
  }
}
