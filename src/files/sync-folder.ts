// Folders whose names are to be there after the power went.

import { open } from 'node:fs/promises';

/** Makes sure that the names in a folder stay, too, when the power goes. */
export async function syncFolder(path: string): Promise<void> {
  // Not every system opens directories; those that do not have no need for it.
  const handle = await open(path, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
