// The services that incoming mail needs.

import type { ConfiguredLimits } from '../../api-contract/configured-limits.ts';
import type { Logger } from '../../api-contract/logger.ts';
import type { Hubs } from '../../events/hubs.ts';
import type { DiskSpace } from '../../files/disk-space.ts';
import type { FileStore } from '../../files/file-store.ts';
import type { Pictures } from '../../images/pictures.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import type { ParleyDatabase } from '../../storage/database.ts';
import type { MailReader } from './mail-reader.ts';

export interface IncomingServices {
  readonly database: ParleyDatabase;
  readonly hubs: Hubs;
  readonly keyring: Keyring;
  readonly fileStore: FileStore;
  readonly diskSpace: DiskSpace;
  readonly pictures: Pictures;
  readonly dataDirectory: string;
  readonly bounds: ConfiguredLimits;
  readonly publicUrl: string | undefined;
  readonly log: Logger;
}

/** The services for posting mail, with the reader that parses it. */
export interface PostingServices extends IncomingServices {
  readonly mailReader: MailReader;
}
