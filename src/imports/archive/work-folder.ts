// The working folder of an import: the unpacked archive and its prepared messages. Each part is marked once it is
// complete, so that an import that was killed continues with its complete parts. The folder's name contains the
// process id. The next import takes over the stale folder of the same archive, and removes other stale folders.

import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { abandonedFolders, ownPrefix, removeAbandonedFolders } from '../../files/abandoned-folders.ts';

const KIND = 'unpacked-';
const KEY = 'archive-key';
const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/**
 * An id that changes when the machine boots: files written before may not have reached the disk. Undefined if
 * unknown, which never matches.
 */
function bootId(): string | undefined {
  try {
    return readFileSync(BOOT_ID, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** A folder with parts of the work for one archive. */
export class WorkFolder {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /** Takes over the folder that a killed import of the same archive left, or creates one; removes other stale folders. */
  static async claim(parent: string, key: string): Promise<WorkFolder> {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    const ownFolder = await mkdtemp(join(parent, ownPrefix(KIND)));
    const hasTakenOver = await takeOver(parent, key, ownFolder);
    await removeStaleArchives(parent);
    if (!hasTakenOver) await writeFile(join(ownFolder, KEY), key);
    return new WorkFolder(ownFolder);
  }

  /** An empty folder for a part. */
  async createEmpty(part: string): Promise<string> {
    await rm(this.#marker(part), { force: true });
    await rm(this.folder(part), { recursive: true, force: true });
    await mkdir(this.folder(part), { mode: 0o700 });
    return this.folder(part);
  }

  folder(part: string): string {
    return join(this.#path, part);
  }

  /** Marks a part as complete and stores `facts` about it; survives a kill of the process. */
  async markComplete(part: string, facts = ''): Promise<void> {
    const boot = bootId();
    if (boot === undefined) return;
    const unfinished = `${this.#marker(part)}.new`;
    const file = await open(unfinished, 'w', 0o600);
    try {
      await file.writeFile(`${boot}\n${facts}`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, this.#marker(part));
  }

  /** The facts of a complete part; undefined if it is not complete. */
  async facts(part: string): Promise<string | undefined> {
    const content = await readFile(this.#marker(part), 'utf8').catch(() => '');
    const boot = bootId();
    const end = content.indexOf('\n');
    return end > 0 && content.slice(0, end) === boot ? content.slice(end + 1) : undefined;
  }

  async remove(): Promise<void> {
    await rm(this.#path, { recursive: true, force: true });
  }

  #marker(part: string): string {
    return join(this.#path, `${part}.complete`);
  }
}

/** Renames the stale folder of an archive to `own`, which is empty. */
async function takeOver(parent: string, key: string, own: string): Promise<boolean> {
  for await (const stale of abandonedFolders(parent, KIND)) {
    if ((await readFile(join(stale, KEY), 'utf8').catch(() => '')) !== key) continue;
    try {
      await rename(stale, own);
      return true;
    } catch {
      // Another process was faster.
    }
  }
  return false;
}

/** Removes the folders of processes that no longer run. */
export function removeStaleArchives(parent: string): Promise<void> {
  return removeAbandonedFolders(parent, KIND);
}

/** Removes this process's folders synchronously, as it is about to exit. */
export function removeOwnArchives(parent: string): void {
  for (const name of readdirSync(parent))
    if (name.startsWith(ownPrefix(KIND)))
      rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 3 });
}
