// Makes folder entries durable.

import { open } from 'node:fs/promises';

/** Syncs a folder, so that the names in it survive a power failure. */
export async function syncFolder(path: string): Promise<void> {
  // Systems that cannot open directories do not need this.
  const handle = await open(path, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
