// Where an import goes to.

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
  /** How files are fetched that archives name by their addresses. */
  readonly fetchFile: FetchFile;
  /** Where archives are unpacked. */
  readonly workFolder: string;
  /** The host that is to pick the organization; empty: any. */
  readonly host: string;
  /** The organization's address, as links in messages and mails have it. */
  readonly organizationUrl: string;
}

/** Is told how far an import has come. */
export type Progress = (stage: string, done: number, all: number | undefined) => void;
