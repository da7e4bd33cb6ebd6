// What taking mail needs of the server.

import type { Hubs } from '../../events/hubs.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import type { FileStore } from '../../model/files/file-store.ts';
import type { ParleyDatabase } from '../../storage/database.ts';

type Log = (fields: Readonly<Record<string, unknown>>, message: string) => void;

export interface IncomingServices {
  readonly database: ParleyDatabase;
  readonly hubs: Hubs;
  readonly keyring: Keyring;
  readonly fileStore: FileStore;
  readonly publicUrl: string | undefined;
  readonly log: { readonly info: Log; readonly warn: Log; readonly error: Log };
}
