// The target of an import.

import type { FileStore } from '../../files/file-store.ts';
import type { Pictures } from '../../images/pictures.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import type { ParleyDatabase } from '../../storage/database.ts';
import type { FetchFile } from './fetch-file.ts';

export interface ImportTarget {
  readonly database: ParleyDatabase;
  readonly keyring: Keyring;
  readonly fileStore: FileStore;
  readonly pictures: Pictures;
  /** Fetches files that archives refer to by address. */
  readonly fetchFile: FetchFile;
  /** The folder for unpacked archives. */
  readonly workFolder: string;
  /** The host that selects the organization; empty for any host. */
  readonly host: string;
  /** The organization's address for links in messages and mails. */
  readonly organizationUrl: string;
}

/** Receives the progress of an import. */
export type Progress = (stage: string, done: number, all: number | undefined) => void;
